import { asDict, dictAt, listOf, numberAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { PDFDict, type PDFObject } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import type { BuiltDocument } from '../../built-document.ts';
import { ContentWalk } from './content-walk.ts';
import { type PaintedSize, PaintedSizes } from './painted-sizes.ts';

const MiB = 1024 * 1024;

/** Content of a request that is read to find images, in bytes. A form counts as often as it is painted in another size. */
const contentBytes = 192 * MiB;

/** Every size is smaller. */
const anySize: PaintedSize = { width: Infinity, height: Infinity };

/**
 * Finds the largest size at which each image is painted.
 *
 * @returns a function of the number of an image; undefined for an image that no content paints. If not all content can
 *   be read, every image counts as painted in any size.
 */
export function paintedSizesOf({
  context,
  pages,
  budget,
}: BuiltDocument): (number: number) => PaintedSize | undefined {
  const sizes = new PaintedSizes();
  let left = contentBytes;
  const account: InflationAccount = {
    get left() {
      return left;
    },
    add(bytes) {
      left -= bytes;
      budget.read(bytes);
    },
    exceeded: () => budget.contents.exceeded(),
  };
  const walk = new ContentWalk(context, sizes, account);
  for (const ref of pages) {
    const page = context.lookup(ref);
    if (!(page instanceof PDFDict)) continue;
    const unit = numberAt(page, keys.UserUnit) ?? 1;
    walk.page(page, unit > 0 ? unit : 1);
    for (const appearance of appearancesOf(page)) walk.form(appearance);
  }
  return (number) => (walk.isComplete ? sizes.of(number) : anySize);
}

/** The forms that show the annotations of a page (PDF 32000-1, 12.5.5), and the icons of buttons. */
export function appearancesOf(page: PDFDict): PDFObject[] {
  const { context } = page;
  return listOf(context, page.get(keys.Annots)).flatMap((entry) => {
    const annotation = asDict(resolved(context, entry));
    const appearances = annotation && dictAt(annotation, keys.AP);
    const look = annotation && dictAt(annotation, keys.MK);
    const states = (appearances?.values() ?? []).flatMap((appearance) => {
      const state = resolved(context, appearance);
      return state instanceof PDFDict ? state.values() : [appearance];
    });
    return [...states, ...(look?.values() ?? [])];
  });
}
