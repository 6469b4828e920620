import { PageSelection, PageSelectionError } from '../../base/page-selection.ts';

/** Returns a selection as pdfcpu writes it. Gotenberg's other engines call the last page `z` or `end`. */
export const pageSelection = (text: string): string =>
  text.replaceAll(/\s/g, '').replaceAll(/(?<=^|[,!n-])(?:end|z)(?=[,-]|$)/g, 'l');

/**
 * Reads a page selection.
 *
 * @param invalid the error for a text that is none
 */
export function readSelection(text: string, invalid: (text: string) => Error): string {
  const selection = pageSelection(text);
  try {
    new PageSelection(selection);
  } catch (error) {
    if (error instanceof PageSelectionError) throw invalid(text);
    throw error;
  }
  return selection;
}
