// The conversation with `codex app-server` in which Codex reports the model that it uses and the models that it has.
// Unknown lines are skipped.

import * as z from '../../base/schema.ts';
import { rpcAnswer, rpcInitialize, rpcInitialized, rpcRequest } from '../../codex/appServerLines.ts';
import { isModelName } from './localSettings.ts';

export interface CodexModels {
  /** Codex's default model; null when unknown. */
  readonly model: string | null;
  /**
   * Each model with its efforts. Empty when the list is incomplete, because a model that is missing from it may still
   * exist.
   */
  readonly catalogue: Readonly<Record<string, readonly string[]>>;
}

export class ModelTalk {
  readonly first: readonly string[];
  readonly #cwd: string;
  readonly #waiting = new Set<number>([ids.config, ids.models]);
  readonly #catalogue: Record<string, readonly string[]> = {};
  /** Null when the configuration names no model; undefined until the configuration is read. */
  #configured: string | null | undefined;
  #chosen: string | undefined;
  #refusal: string | undefined;
  #pages = 1;
  #isWhole = false;

  constructor({ cwd, version }: { readonly cwd: string; readonly version: string }) {
    this.#cwd = cwd;
    this.first = [rpcInitialize(ids.initialize, version, null)];
  }

  /** The requests to send after a line of Codex; `end` when the conversation is over. */
  hear(line: string): readonly string[] | 'end' {
    const { id, result, error } = rpcAnswer(line) ?? {};
    if (error !== undefined) this.#refusal ??= error.message ?? 'it refused';
    if (id === ids.initialize) {
      if (result === undefined) return 'end';
      const reading = rpcRequest(ids.config, 'config/read', { includeLayers: false, cwd: this.#cwd });
      return [rpcInitialized, reading, listModels()];
    }
    if (id === undefined || !this.#waiting.delete(id)) return [];
    if (id === ids.config) {
      const read = Config.safeParse(result);
      if (read.success) this.#configured = read.data.config.model ?? null;
    }
    const more = id === ids.models ? this.#listed(result) : [];
    return this.#waiting.size === 0 ? 'end' : more;
  }

  /** Undefined when Codex has not reported its configuration. */
  heard(): CodexModels | undefined {
    // An unreadable configuration may name any model, so Codex's built-in default would be a wrong answer.
    if (this.#configured === undefined) return undefined;
    const model = this.#configured ?? this.#chosen ?? null;
    const catalogue = this.#isWhole ? this.#catalogue : {};
    return { model: model !== null && isModelName(model) ? model : null, catalogue };
  }

  /** Why Codex refused, in its own words. */
  refusal(): string | undefined {
    return this.#refusal;
  }

  /** Keeps a page of models and requests the next one. */
  #listed(result: unknown): readonly string[] {
    const page = ModelPage.safeParse(result);
    if (!page.success) return [];
    for (const entry of page.data.data) {
      const { data } = Model.safeParse(entry);
      if (data === undefined || !isModelName(data.model)) continue;
      this.#catalogue[data.model] = data.supportedReasoningEfforts.map(({ reasoningEffort }) => reasoningEffort);
      if (data.isDefault) this.#chosen ??= data.model;
    }
    const { nextCursor: cursor } = page.data;
    this.#isWhole = !cursor;
    if (!cursor || this.#pages >= mostPages) return [];
    this.#pages++;
    this.#waiting.add(ids.models);
    return [listModels(cursor)];
  }
}

const ids = { initialize: 1, config: 2, models: 3 } as const;
const mostPages = 20;

const Config = z.looseObject({ config: z.looseObject({ model: z.optional(z.nullable(z.string())) }) });
const ModelPage = z.looseObject({ data: z.array(z.unknown()), nextCursor: z.optional(z.nullable(z.string())) });
const Model = z.looseObject({
  model: z.string(),
  isDefault: z.optional(z.boolean()),
  supportedReasoningEfforts: z.array(z.looseObject({ reasoningEffort: z.string() })),
});

function listModels(cursor?: string): string {
  // Also requests models that Codex's own picker hides, because users may name them.
  return rpcRequest(ids.models, 'model/list', { includeHidden: true, ...(cursor === undefined ? {} : { cursor }) });
}
