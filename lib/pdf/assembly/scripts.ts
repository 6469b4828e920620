import type { PDFContext, PDFDict, PDFObject } from 'pdf-lib';
import type { Excerpt } from './excerpt.ts';
import { dictAt } from './lookup.ts';
import { buildNameTree, readNameTree } from './name-tree.ts';
import { UniqueNames } from './unique-names.ts';

/**
 * The scripts of documents whose fields come along (PDF 32000-1, 12.6.4.16): fields call the functions that they
 * define to check, format and calculate values. Scripts of other documents, and those that run when a document is
 * opened, closed or printed, were about that document and are left out.
 */
export function copyScripts(excerpts: readonly Excerpt[], context: PDFContext): PDFDict | undefined {
  const names = new UniqueNames((name, count) => `${name}-${count}`);
  const scripts = excerpts.flatMap(({ source, copier }) => {
    const tree = dictAt(source.catalog, 'Names');
    return readNameTree(tree && dictAt(tree, 'JavaScript')).map(([name, script]): [string, PDFObject] => [
      names.add(name),
      copier.copy(script),
    ]);
  });
  return buildNameTree(context, scripts);
}
