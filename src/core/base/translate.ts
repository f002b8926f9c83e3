// The shape of `vscode.l10n.t`, so that texts made in core can be translated by whoever shows them.

export type Translate = (message: string, ...values: string[]) => string;

/** For those who have no translations. */
export const english: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (whole, index) => values[Number(index)] ?? whole);
