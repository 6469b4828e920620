import { arrayOf, dictOf, type Entries } from '../../assembly/object-builders.ts';
import { values } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, PDFRawStream, type PDFRef } from '../../objects.ts';
import type { Drawable } from './drawable.ts';

export const numbers = (context: PDFContext, all: readonly number[]): ReturnType<typeof arrayOf> =>
  arrayOf(
    context,
    all.map((value) => PDFNumber.of(value)),
  );

/** A form XObject (PDF 32000-1, 8.10) with its box at the origin. */
export function registerForm(
  context: PDFContext,
  { width, height }: Pick<Drawable, 'width' | 'height'>,
  { content, resources, group }: { content: string; resources: PDFDict; group?: PDFDict },
): Drawable {
  const dict = dictOf(context, {
    ...formEntries,
    BBox: numbers(context, [0, 0, width, height]),
    Resources: resources,
    Group: group,
  });
  return { ref: context.register(PDFRawStream.of(dict, Buffer.from(content, 'latin1'))), width, height };
}

export const formEntries: Entries = { Type: values.XObject, Subtype: values.Form };

/** The name by which the forms that are made here use their only XObject. */
const only = 'Content';

/** Resources with one XObject, and the operators that draw it. */
export const drawing = (context: PDFContext, xObject: PDFRef): { resources: PDFDict; draw: string } => ({
  resources: context.obj({ XObject: { [only]: xObject } }),
  draw: `/${only} Do`,
});
