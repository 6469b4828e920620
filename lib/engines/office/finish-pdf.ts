import { keys } from '../pdf/keys.ts';
import { PDFRef, PDFString } from '../pdf/objects.ts';
import { EditablePdf } from '../pdf/generated/editable-pdf.ts';
import { correctAnnotations } from './archival-annotations.ts';
import { correctDates } from './archival-dates.ts';

export interface PdfFinish {
  /** The document's language (BCP 47); undefined when it names none. */
  language: string | undefined;
  /** Whether the PDF claims to be PDF/A. */
  archival: boolean;
}

/**
 * Corrects in place what LibreOffice writes into a PDF and has no option for. The language is that of the document, and
 * absent when it is unknown (ISO 32000-1, 14.9.2), where LibreOffice writes that of its settings.
 *
 * @param path of a PDF that LibreOffice wrote
 */
export async function finishPdf(path: string, { language, archival }: PdfFinish): Promise<void> {
  await using pdf = await EditablePdf.openFile(path);
  await setLanguage(pdf, language);
  if (archival) {
    await correctDates(pdf);
    await correctAnnotations(pdf);
  }
  await pdf.save();
}

async function setLanguage(pdf: EditablePdf, language: string | undefined): Promise<void> {
  const root = pdf.trailer.get(keys.Root);
  const catalog = await pdf.dict(root);
  if (!(root instanceof PDFRef) || !catalog) return;
  const key = keys.Lang;
  const value = catalog.get(key);
  if (value instanceof PDFString ? value.decodeText() === language : language === undefined && !value) return;
  if (language === undefined) catalog.delete(key);
  else catalog.set(key, PDFString.of(language));
  pdf.set(root, catalog);
}
