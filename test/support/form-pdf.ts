import { PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';
import type { FormEntry, FormValue } from '#lib/api/fields/finishing/form-field.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import { assemble, type AssembledDocument } from '#lib/engines/pdf/assembly/assemble.ts';
import { decodeStream, filtersOf } from '#lib/engines/pdf/filters/decode-stream.ts';
import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { rawPdf } from './raw-pdf.ts';

/** The number of the first field of `formPdf`. The others follow. */
export const firstField = 20;

interface FormPdfOptions {
  /** Entries of the form besides its fields and fonts. */
  form?: string;
  /** Indices of the objects that are fields of the form, not kids. All by default. */
  roots?: readonly number[];
  /** More objects. */
  objects?: Readonly<Record<number, string | Buffer>>;
}

const rect = (index: number): string => `/Rect[10 ${700 - 30 * index} 210 ${720 - 30 * index}]`;

/**
 * A PDF with a page and a form.
 *
 * @param fields entries of the fields' dictionaries. They are widgets, with a rectangle unless they have one
 */
export function formPdf(
  fields: readonly string[],
  { form = '', roots, objects = {} }: FormPdfOptions = {},
): Buffer {
  const refs = fields.map((_, index) => `${firstField + index} 0 R`);
  const listed = roots ? roots.map((index) => refs[index]) : refs;
  return rawPdf({
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${listed.join(' ')}]/DR<</Font<</Helv 4 0 R/Win 5 0 R>>>>${form}>>>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 800]>>',
    3: `<</Type/Page/Parent 2 0 R/Annots[${refs.join(' ')}]>>`,
    4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...Object.fromEntries(
      fields.map((field, index) => [
        firstField + index,
        `<</Type/Annot/Subtype/Widget${/\/Rect/.test(field) ? '' : rect(index)}${/\/DA/.test(field) ? '' : '/DA(/Win 12 Tf 0 g)'}${field}>>`,
      ]),
    ),
    ...objects,
  });
}

/** A document whose form was filled. */
export interface FilledPdf extends AssembledDocument {
  bytes: Buffer;
  form: Inspection['form'];
}

/** Fills the form of a PDF. */
export function filled(
  pdf: Buffer,
  values: Readonly<Record<string, FormValue>> | readonly FormEntry[],
  finishing: Finishing = {},
): FilledPdf {
  const source = openPdf(pdf);
  const entries = Array.isArray(values)
    ? (values as readonly FormEntry[])
    : Object.entries(values).map(([name, value]) => ({ name, value: value as FormValue }));
  const pages = source.pages.map((_, index) => index);
  const result = assemble([{ source, pages }], { finishing: { ...finishing, form: { entries } } });
  const bytes = Buffer.concat(result.chunks);
  return { ...result, bytes, form: inspect(openPdf(bytes)).form };
}

/** The fields and widgets of a document by their partial names, in the order of the page; kids without one have theirs. */
export async function widgetsIn(bytes: Buffer): Promise<PDFDict[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().flatMap((page) => {
    const annotations = page.node.Annots();
    return Array.from({ length: annotations?.size() ?? 0 }, (_, index) =>
      annotations?.lookup(index, PDFDict),
    ).filter((each) => each !== undefined);
  });
}

/** The normal appearance of a widget: its content, and its dictionary. */
export function appearanceOf(
  widget: PDFDict | undefined,
  state?: string,
): { content: string; dict: PDFDict } {
  const normal: PDFObject | undefined = widget?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  const stream = state !== undefined && normal instanceof PDFDict ? normal.lookup(PDFName.of(state)) : normal;
  if (!(stream instanceof PDFRawStream)) throw new Error('The widget has no appearance');
  const decoded = decodeStream(stream.contents, filtersOf(stream.dict) ?? [], new WorkBudget().contents);
  return { content: Buffer.from(decoded?.bytes ?? []).toString('latin1'), dict: stream.dict };
}

/** The texts that an appearance shows in a font of one byte for each character, in order. */
export const shownTexts = (content: string): string[] =>
  [...content.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );

/** The size of the font in an appearance. */
export const fontSize = (content: string): number => Number(/ ([\d.]+) Tf/.exec(content)?.[1]);

/** Where an appearance shows each text. */
export const positions = (content: string): { x: number; y: number }[] =>
  [...content.matchAll(/1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
