import { keys } from '../pdf/keys.ts';
import { PDFRawStream, PDFRef, PDFString } from '../pdf/objects.ts';
import type { EditablePdf } from '../pdf/generated/editable-pdf.ts';

/** `D:20260102030405Z'`, LibreOffice's form of dates when the time zone is UTC. */
const pdfDate = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/;

const xmpDates = /(<xmp:(CreateDate|ModifyDate|MetadataDate)>)[^<]*(<\/xmp:\2>)/g;

/**
 * Sets the creation date in the XMP metadata to that of the document information (ISO 19005-1, 6.7.3). LibreOffice
 * writes the creation date of the office document there.
 */
export async function correctDates(pdf: EditablePdf): Promise<void> {
  const information = await pdf.dict(pdf.trailer.get(keys.Info));
  const created = information?.get(keys.CreationDate);
  const [, year, month, day, hour, minute, second] =
    pdfDate.exec(created instanceof PDFString ? created.decodeText() : '') ?? [];
  const catalog = await pdf.dict(pdf.trailer.get(keys.Root));
  const ref = catalog?.get(keys.Metadata);
  const metadata = await pdf.resolve(ref);
  if (year === undefined || !(ref instanceof PDFRef) || !(metadata instanceof PDFRawStream)) return;
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const before = Buffer.from(metadata.contents).toString('utf8');
  const after = before.replace(xmpDates, `$1${date}$3`);
  if (after !== before) pdf.set(ref, PDFRawStream.of(metadata.dict, Buffer.from(after)));
}
