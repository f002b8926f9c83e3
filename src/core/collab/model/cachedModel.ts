// Which model Codex uses and what it could use, as Codex itself said it: asked once in a session and kept in its state.

import * as z from 'zod/mini';
import type { CollabState } from '../collab.ts';
import { isModelName } from './localSettings.ts';

export interface CachedModel {
  /** What Codex uses when nobody says otherwise; null when it did not say. */
  readonly model: string | null;
  /** Each model that it has, with the efforts that the model knows; empty when it did not say. */
  readonly catalogue: Readonly<Record<string, readonly string[]>>;
  /** What it refused when it was to use it, so that it is not asked for it again: `MODEL`, or `MODEL EFFORT`. */
  readonly refused?: readonly string[];
  readonly at: string;
}

/** Null when Codex has not been asked yet. */
export function cachedModelOf(state: CollabState): CachedModel | null {
  const { cached_model: model, model_cached_at: at } = state;
  // The state is a file that anybody can edit, and the model becomes an argument: Codex says again what it has.
  if (at === null || (model !== null && !isModelName(model))) return null;
  const catalogue = Catalogue.safeParse(state['cached_catalogue']);
  const refused = Refused.safeParse(state['refused_models']);
  return { model, catalogue: catalogue.data ?? {}, refused: refused.data ?? [], at };
}

export function withCachedModel(state: CollabState, cached: CachedModel): CollabState {
  const { model, catalogue, refused = [], at } = cached;
  const known = { ...state, cached_model: model, model_cached_at: at, cached_catalogue: catalogue };
  return refused.length === 0 ? known : { ...known, refused_models: refused };
}

const Refused = z.array(z.string());
const Catalogue = z.record(z.string(), z.array(z.string()));
