import type { OfficeKind } from '../../api/options/office.ts';
import { extname } from 'node:path';
import type { EditablePdf } from '../pdf/generated/editable-pdf.ts';
import { keys } from '../pdf/keys.ts';
import { PDFHexString, PDFRef, PDFString } from '../pdf/objects.ts';

/** What a document without a title is named after. */
export interface TitleSource {
  kind: OfficeKind;
  /** With its extension. */
  fileName: string;
}

/** LibreOffice's names for slides without a title. */
const numberedSlide = /^Slide \d+$/;

/**
 * Adds a title to the document information unless it has one: the first heading of a text, or the title of a
 * presentation's first slide, otherwise the name of the file. Names of sheets do not say what a workbook is about.
 */
export async function addTitle(pdf: EditablePdf, { kind, fileName }: TitleSource): Promise<void> {
  const ref = pdf.trailer.get(keys.Info);
  const information = await pdf.dict(ref);
  if (!(ref instanceof PDFRef) || !information) return;
  if (textOf(information.get(keys.Title)) !== '') return;
  const first = kind === 'xlsx' ? '' : await firstBookmark(pdf);
  const name = fileName.slice(0, fileName.length - extname(fileName).length);
  const title = numberedSlide.test(first) || first === '' ? name : first;
  if (title === '') return;
  information.set(keys.Title, PDFHexString.fromText(title));
  pdf.set(ref, information);
}

async function firstBookmark(pdf: EditablePdf): Promise<string> {
  const catalog = await pdf.dict(pdf.trailer.get(keys.Root));
  const outline = await pdf.dict(catalog?.get(keys.Outlines));
  const first = await pdf.dict(outline?.get(keys.First));
  return textOf(await pdf.resolve(first?.get(keys.Title)));
}

const textOf = (value: unknown): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText().trim() : '';
