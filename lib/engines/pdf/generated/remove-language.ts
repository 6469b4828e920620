import { fromBuffer, type RandomAccess } from '../../../base/random-access.ts';
import { keys } from '../keys.ts';
import { PDFArray, PDFRef } from '../objects.ts';
import { GeneratedPdf, readTable, rowLength } from './generated-pdf.ts';

/** A generated PDF in memory whose objects are found as bytes. */
class LocatedPdf extends GeneratedPdf {
  static override async open(file: RandomAccess): Promise<LocatedPdf> {
    const { start, table } = await readTable(file);
    return new LocatedPdf(file, start, table);
  }

  /** The offset of an object; undefined if there is none. */
  offsetOf({ objectNumber }: PDFRef): number | undefined {
    const row = this.rows.toString('latin1', objectNumber * rowLength, (objectNumber + 1) * rowLength);
    const offset = /^(\d{10}) 00000 n/.exec(row)?.[1];
    return offset === undefined ? undefined : Number(offset);
  }
}

/** The entry is among the first of an object. */
const searchedBytes = 4096;

/**
 * Removes a language that Chromium states of a whole document, in place: of a page that states no language, it states
 * its own. The languages of parts of the page stay.
 *
 * @throws Error for a PDF that another program wrote
 */
export async function removeLanguage(content: Buffer, language: string): Promise<void> {
  const pdf = await LocatedPdf.open(fromBuffer(content));
  const root = pdf.trailer.get(keys.Root);
  const catalog = await pdf.dict(root);
  const structure = await pdf.dict(catalog?.get(keys.StructTreeRoot));
  const kids = structure?.get(keys.K);
  const outermost = kids instanceof PDFArray ? kids.asArray() : [kids];
  for (const ref of [root, ...outermost]) {
    const start = ref instanceof PDFRef ? pdf.offsetOf(ref) : undefined;
    if (start === undefined) continue;
    const [object = ''] = content.toString('latin1', start, start + searchedBytes).split('endobj');
    const entry = `/Lang (${language})`;
    const at = object.indexOf(entry);
    if (at >= 0) content.fill(' ', start + at, start + at + entry.length);
  }
}
