import { keys } from '../keys.ts';
import { PDFDict, type PDFObject, PDFRef, PDFStream } from '../objects.ts';
import { inheritable, type InheritableAttribute } from './page-keys.ts';
import { parsedPage, type TreeLeaf } from './page-tree.ts';
import type { PdfFile } from './pdf-file.ts';
import { typeOf } from './rebuild.ts';
import { refOf } from '../syntax/references.ts';

/** Ancestors to visit. More indicate a cycle or something other than a page tree. */
const maxAncestors = 64;

/**
 * All objects of type page, by object number: the last resort if no page tree leads to a page.
 *
 * @throws InputFault `file-too-large` if there are too many pages
 */
export function findStrayPages(file: PdfFile): TreeLeaf[] {
  const leaves: TreeLeaf[] = [];
  for (let number = 1; number < file.table.length; number += 1) {
    if (typeOf(file, number) !== 'Page') continue;
    const object = file.context.lookup(refOf(number));
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    file.addPages(1);
    leaves.push({ number, inheritance: inheritanceOf(file, dict), page: parsedPage(dict) });
  }
  if (leaves.length > 0) file.note('page-tree-rebuilt');
  return leaves;
}

/** The ancestors that have the attributes which the page lacks. */
function inheritanceOf(file: PdfFile, page: PDFDict): TreeLeaf['inheritance'] {
  const inheritance: Partial<Record<InheritableAttribute, number>> = {};
  let dict: PDFObject | undefined = page;
  const missing = new Set(inheritable.filter((name) => !page.has(keys[name])));
  for (let level = 0; level < maxAncestors && missing.size > 0 && dict instanceof PDFDict; level += 1) {
    const parent: unknown = dict.get(keys.Parent);
    if (!(parent instanceof PDFRef)) break;
    dict = file.context.lookup(parent);
    for (const name of missing) {
      if (!(dict instanceof PDFDict) || !dict.has(keys[name])) continue;
      inheritance[name] = parent.objectNumber;
      missing.delete(name);
    }
  }
  return inheritance;
}
