import { arrayOf, dictOf, type Entries } from '../../assembly/object-builders.ts';
import { values } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, PDFRawStream, type PDFRef } from '../../objects.ts';
import { type Drawable, inkOf } from './drawable.ts';

export const numbers = (context: PDFContext, all: readonly number[]): ReturnType<typeof arrayOf> =>
  arrayOf(
    context,
    all.map((value) => PDFNumber.of(value)),
  );

/** A form XObject (PDF 32000-1, 8.10) with its origin at the lower left corner of its size. */
export function registerForm(
  context: PDFContext,
  size: Omit<Drawable, 'ref'>,
  { content, resources, group }: { content: string; resources: PDFDict; group?: PDFDict },
): Drawable {
  const dict = dictOf(context, {
    ...formEntries,
    BBox: numbers(context, inkOf(size)),
    Resources: resources,
    Group: group,
  });
  return { ...size, ref: context.register(PDFRawStream.of(dict, Buffer.from(content, 'latin1'))) };
}

export const formEntries: Entries = { Type: values.XObject, Subtype: values.Form };

/** The name by which the forms that are made here use their only XObject. */
const only = 'Content';

/** Resources with one XObject, and the operators that draw it. */
export const drawing = (context: PDFContext, xObject: PDFRef): { resources: PDFDict; draw: string } => ({
  resources: context.obj({ XObject: { [only]: xObject } }),
  draw: `/${only} Do`,
});
