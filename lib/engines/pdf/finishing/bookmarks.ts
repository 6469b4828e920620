import { Outline } from '../assembly/outline/outline.ts';
import { keys, values } from '../keys.ts';
import type { BuiltDocument } from './built-document.ts';
import type { Bookmark } from './finishing.ts';

/** Gives the document an outline of these entries. Assemble it without its own. */
export function replaceOutline(
  { context, catalog, pages }: BuiltDocument,
  bookmarks: readonly Bookmark[],
): void {
  const outline = new Outline();
  for (const { title, page, parent } of bookmarks) {
    const ref = pages[page - 1];
    if (!ref) throw new RangeError(`the document has no page ${page}`);
    outline.addPage(title, ref, context, parent);
  }
  const root = outline.write(context);
  if (root) catalog.set(keys.Outlines, root);
  // A viewer would open an empty panel.
  else if (catalog.get(keys.PageMode) === values.UseOutlines) catalog.delete(keys.PageMode);
}
