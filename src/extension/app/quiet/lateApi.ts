import type { PartyApi } from '../../status/api/partyApi.d.ts';

/** The API in a window whose rooms are not loaded: its first use loads them. */
export function lateApi(api: () => PartyApi): PartyApi {
  return Object.freeze<PartyApi>({
    version: 1,
    get ready() {
      return api().ready;
    },
    status: () => api().status(),
    findings: () => api().findings(),
    onDidChangeStatus: (...args) => api().onDidChangeStatus(...args),
    onDidChangeFindings: (...args) => api().onDidChangeFindings(...args),
  });
}
