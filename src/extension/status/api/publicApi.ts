// What `activate` returns to other extensions. They get copies, so that none of them can change what Party shows.

import { type Disposable, Emitter } from '../../../core/base/event.ts';
import type { Model } from '../../app/model.ts';
import type { FindingsStore, PlacedFinding } from '../../findings/findingsStore.ts';
import { type ProjectStatus, projectsOf } from '../projectStatus.ts';
import type { PartyApi, PartyEvent, PartyFinding, PartyProject } from './partyApi.d.ts';

export interface ApiSource {
  readonly model: Pick<Model, 'snapshot' | 'onDidChange'>;
  readonly store: Pick<FindingsStore, 'all' | 'onDidChange'>;
  readonly ready: Promise<void>;
  /** Takes what a listener of another extension has thrown. */
  readonly onError: (error: unknown) => void;
}

export function createApi({ model, store, ready, onError }: ApiSource): { readonly api: PartyApi } & Disposable {
  const status = () => (model.snapshot === undefined ? [] : projectsOf(model.snapshot).map(projectOf));
  const findings = () => store.all.map(findingOf);
  const ofStatus = changes(status, model.onDidChange, onError);
  const ofFindings = changes(findings, store.onDidChange, onError);
  const api: PartyApi = Object.freeze({
    version: 1,
    ready,
    status,
    findings,
    onDidChangeStatus: ofStatus.event,
    onDidChangeFindings: ofFindings.event,
  });
  return {
    api,
    dispose() {
      ofStatus.dispose();
      ofFindings.dispose();
    },
  };
}

/** Compares what it answers only while another extension listens. */
function changes(
  read: () => unknown,
  onDidChange: (listener: () => unknown) => Disposable,
  onError: ApiSource['onError'],
) {
  const emitter = new Emitter<void>();
  let before = '';
  let listeners = 0;
  const subscription = onDidChange(() => {
    if (listeners === 0) return;
    const now = JSON.stringify(read());
    if (now === before) return;
    before = now;
    emitter.fire();
  });
  const event: PartyEvent = (listener, thisArgs, disposables) => {
    if (listeners++ === 0) before = JSON.stringify(read());
    const own = emitter.event(guarded(() => listener.call(thisArgs), onError));
    let disposed = false;
    const disposable = {
      dispose() {
        own.dispose();
        if (!disposed) listeners--;
        disposed = true;
      },
    };
    disposables?.push(disposable);
    return disposable;
  };
  return {
    event,
    dispose() {
      subscription.dispose();
      emitter.dispose();
    },
  };
}

function guarded(listener: () => unknown, onError: ApiSource['onError']): () => void {
  return () => {
    try {
      listener();
    } catch (error) {
      onError(error);
    }
  };
}

function projectOf({ folder, status }: ProjectStatus): PartyProject {
  const { review, gates, plan } = status;
  return {
    folder: folder.path,
    session: status.session?.id ?? null,
    agents: status.agents.map(({ role, state }) => ({ role, state })),
    review: { state: review.kind, round: review.round, blocking: review.blocking, missing: [...gates.missing] },
    plan: plan.kind,
  };
}

function findingOf({ folder, finding }: PlacedFinding): PartyFinding {
  const { key, file, line, severity, state, description } = finding;
  return { key, folder: folder.path, file, line, severity, state, description };
}
