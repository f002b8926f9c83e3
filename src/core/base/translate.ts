// The shape of `vscode.l10n.t`, so that the extension can translate texts that core makes.

export type Translate = (message: string, ...values: string[]) => string;

/** For callers without translations, such as the CLI. */
export const english: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (whole, index) => values[Number(index)] ?? whole);
