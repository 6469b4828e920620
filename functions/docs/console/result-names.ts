/** Extensions of the formats of a PDF's text. */
const textExtensions: Readonly<Record<string, string>> = { text: 'txt', json: 'json', markdown: 'md' };

export const withExtension = (name: string, extension: string): string =>
  name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;

/** A file name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/**
 * The name of the file with the text of a PDF.
 *
 * @param fields those of the request
 * @param document the name of the PDF
 */
export function textFileName(fields: Readonly<Record<string, string>>, document: string): string {
  const extension = textExtensions[fields['format'] ?? 'text'] ?? 'txt';
  return withExtension(fields['fileName'] ?? stemOf(document), extension);
}

/** The name under which to save a result, which overwrites none of the inputs: `cover-converted.pdf` for `cover.pdf`. */
export function unlikeInputs(name: string, inputs: readonly string[]): string {
  // File systems can ignore case.
  const taken = new Set(inputs.map((input) => input.toLowerCase()));
  const extension = /\.[^.]*$/.exec(name)?.[0] ?? '';
  let free = name;
  while (taken.has(free.toLowerCase())) free = `${stemOf(free)}-converted${extension}`;
  return free;
}
