import { keys } from '../../keys.ts';
import { type PDFContext, PDFDict, type PDFObject } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import type { Excerpt } from '../excerpt.ts';
import { dictAt, nameAt, resolved } from '../lookup.ts';
import { buildNameTree, readNameTree } from '../trees/name-tree.ts';
import { perSource } from '../per-source.ts';
import { UniqueNames } from './unique-names.ts';

/** The document-level scripts (PDF 32000-1, 12.6.4.16), by name. */
export const scriptsOf = perSource(({ catalog }) => {
  const names = dictAt(catalog, keys.Names);
  return readNameTree(names && dictAt(names, keys.JavaScript));
});

/**
 * Copies the document-level scripts of documents whose fields are kept: fields call their functions to validate, format
 * and calculate values. Other scripts, and scripts that run when a document is opened, closed or printed, are left out.
 */
export function copyScripts(excerpts: readonly Excerpt[], context: PDFContext): PDFDict | undefined {
  const names = new UniqueNames((name, count) => `${name}-${count}`);
  const scripts = excerpts.flatMap(({ source, copier }) =>
    scriptsOf(source).map(([name, script]): [string, PDFObject] => [names.add(name), copier.copy(script)]),
  );
  return buildNameTree(context, scripts);
}

/** Whether a document runs actions when it is opened, saved, printed or closed, other than going to a page. */
export function hasOpeningActions({ catalog, context }: PdfSource): boolean {
  const opening = resolved(context, catalog.get(keys.OpenAction));
  const acts =
    opening instanceof PDFDict &&
    (nameAt(opening, keys.S) !== 'GoTo' || opening.get(keys.Next) !== undefined);
  return acts || (dictAt(catalog, keys.AA)?.keys().length ?? 0) > 0;
}
