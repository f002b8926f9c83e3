// Why Codex gave no answer, as far as a program decides by it. Codex has no codes for this: its words are read here and
// nowhere else, and travel on as `details.codex` of the error.

import { isPartyError } from '../base/errors.ts';

export type CodexFailure =
  /** The model, or the effort, that it was asked with. */
  | 'model-refused'
  | 'effort-refused'
  /** It no longer has the thread; what was kept is no id of one; it answered in another one. */
  | 'thread-lost'
  | 'thread-invalid'
  | 'thread-other';

/** Undefined when nothing but asking again later, or a person, can help. */
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

/** What was given with the question; what was not given cannot be refused. */
export interface CodexAsked {
  readonly thread?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
}

/** `reason` is in Codex's own words. Undefined when they are about something else, as most are. */
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
