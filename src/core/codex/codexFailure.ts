// Why Codex gave no answer, for the failures that Party handles. Codex has no error codes, so this file alone reads
// Codex's words; the result travels as `details.codex` of the error.

import { isPartyError } from '../base/errors.ts';

export type CodexFailure =
  /** Codex refuses the model or the effort of the request. */
  | 'model-refused'
  | 'effort-refused'
  /** Codex no longer has the thread; the stored id is not a thread id; Codex answered in another thread. */
  | 'thread-lost'
  | 'thread-invalid'
  | 'thread-other';

/** Undefined when only a later attempt or a human can help. */
export function codexFailureOf(error: unknown): CodexFailure | undefined {
  const said = isPartyError(error, 'COMMAND_FAILED') ? error.details?.['codex'] : undefined;
  return failures.find((failure) => failure === said);
}

const failures: readonly CodexFailure[] = [
  'model-refused',
  'effort-refused',
  'thread-lost',
  'thread-invalid',
  'thread-other',
];

/** What the request named. Codex cannot refuse a value that the request did not name. */
export interface CodexAsked {
  readonly thread?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
}

/** `reason` is Codex's own text. Undefined for any other reason, which is the usual case. */
export function codexFailureIn(
  reason: string,
  { thread, model, effort }: CodexAsked,
): Extract<CodexFailure, 'model-refused' | 'effort-refused' | 'thread-lost'> | undefined {
  if (thread !== undefined && lostReasons.test(reason)) return 'thread-lost';
  if (otherReasons.test(reason)) return undefined;
  if (effort !== undefined && (effortReasons.test(reason) || isBadValue(reason, effort))) return 'effort-refused';
  return model !== undefined && modelReasons.test(reason) ? 'model-refused' : undefined;
}

const lostReasons = /no rollout found|no saved session/i;
const otherReasons =
  /rate limit|usage limit|quota|too many requests|high demand|context[ _](?:window|length)|max_output_tokens|status:? (?:429|5\d\d)\b/i;
const effortReasons = /reasoning[._ ]?effort|effort.{0,40}(?:not supported|unsupported|invalid|unknown)/i;
const modelReasons = new RegExp(
  [
    '(?:unknown|invalid|unsupported)[ _]model',
    'model[_ ]not[_ ](?:found|supported|available)',
    "\\bmodel\\b.{0,120}?(?:does not exist|doesn['’]t exist|(?:is )?not (?:supported|found|available)|was not found|no longer|has been (?:deprecated|retired))",
    '(?:does not|do not|no) have access to (?:the )?model|no access to (?:the )?model',
    'requested model',
  ].join('|'),
  'i',
);

/** `Unsupported value: 'max' is not supported with the 'gpt-5.5' model.` */
function isBadValue(reason: string, effort: string): boolean {
  if (!/(?:unsupported|invalid)[ _]value/i.test(reason)) return false;
  return [`'`, '"', '`'].some((quote) => reason.includes(`${quote}${effort}${quote}`));
}
