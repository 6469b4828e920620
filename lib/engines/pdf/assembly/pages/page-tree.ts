import { values } from '../../keys.ts';
import { type PDFContext, PDFPageTree, type PDFRef } from '../../objects.ts';
import { arrayOf, dictOf } from '../object-builders.ts';
import { fannedOut, groupOf } from '../trees/fan-out.ts';

interface PageNode {
  ref: PDFRef;
  kids: readonly PDFRef[];
  pages: number;
}

/**
 * A balanced page tree for the result (PDF 32000-1, 7.7.3). It needs the pages' references only; their dictionaries,
 * which refer to their parents, are written later.
 */
export class PageTree {
  readonly root: PDFRef;
  readonly #parents: readonly PDFRef[];

  constructor(context: PDFContext, pages: readonly PDFRef[]) {
    let level = fannedOut(pages).map((kids) => ({ ref: context.nextRef(), kids, pages: kids.length }));
    this.#parents = level.map(({ ref }) => ref);
    while (level.length > 1) {
      const above = fannedOut(level).map((nodes) => ({
        ref: context.nextRef(),
        kids: nodes.map(({ ref }) => ref),
        pages: nodes.reduce((sum, node) => sum + node.pages, 0),
        nodes,
      }));
      for (const { ref, nodes } of above) for (const node of nodes) write(context, node, ref);
      level = above;
    }
    const [root] = level;
    if (!root) throw new RangeError('a page tree needs a page');
    write(context, root);
    this.root = root.ref;
  }

  /** The parent of the page at index `position`. */
  parentOf(position: number): PDFRef {
    const parent = this.#parents[groupOf(position)];
    if (!parent) throw new RangeError(`the page tree has no page ${position}`);
    return parent;
  }
}

/** Writes a node as an instance of pdf-lib's class, which its document model requires. */
function write(context: PDFContext, { ref, kids, pages }: PageNode, parent?: PDFRef): void {
  const dict = dictOf(context, {
    Type: values.Pages,
    Parent: parent,
    Kids: arrayOf(context, kids),
    Count: context.obj(pages),
  });
  context.assign(ref, PDFPageTree.fromMapWithContext(dict.asMap(), context));
}
