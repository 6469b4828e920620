/** What replaces the names in braces in the text of a stamp: `{page}`. */
export type Replacements = Readonly<Record<'page' | 'pages' | 'date' | 'fileName', string>>;

/** The text of a stamp as the service draws it. */
export const stampText = (text: string, replacements: Replacements): string =>
  text.replaceAll(/\{(page|pages|date|fileName)\}/g, (_, name: keyof Replacements) => replacements[name]);
