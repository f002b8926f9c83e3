// The approval of a change follows from the findings. A verdict in the reviewer's file is named and ignored.

import type { Warn } from './codes.ts';
import { JsonObject, type JsonValue } from './repairJson.ts';

export function ignoreVerdicts(value: JsonValue | undefined, warn: Warn): void {
  if (!(value instanceof JsonObject)) return;
  for (const [key, values] of value.entries) {
    if (verdictKey.test(key) || (outcomeKey.test(key) && values.some(isApproval))) warn('verdict-ignored');
  }
}

function isApproval(value: JsonValue): boolean {
  return typeof value === 'string' && approval.test(value);
}

const verdictKey =
  /^(?:\w*[_-])?(?:verdict|approved?|approval|decision|lgtm)s?$|[a-z](?:Verdict|Approved|Approval|Decision)$/i;
const outcomeKey = /^(?:\w*[_-])?(?:status|result|outcome|conclusion|recommendation|assessment|action)$/i;
const approval =
  /approve|lgtm|request[ _-]?changes|needs[ _-]?discussion|reject|ready to merge|^(?:pass|fail)(?:ed)?$/i;
