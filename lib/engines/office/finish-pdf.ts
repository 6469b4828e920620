import { keys } from '../pdf/keys.ts';
import { PDFRef, PDFString } from '../pdf/objects.ts';
import { EditablePdf } from '../pdf/generated/editable-pdf.ts';
import { correctAnnotations } from './archival-annotations.ts';
import { correctDates } from './archival-dates.ts';

export interface PdfFinish {
  /** The document's language (BCP 47); undefined if it declares none. */
  language: string | undefined;
  /** Whether the PDF declares PDF/A conformance. */
  archival: boolean;
}

/**
 * Corrects in place what LibreOffice writes into a PDF and has no option for. The language becomes that of the
 * document; it is removed if unknown (ISO 32000-1, 14.9.2), because LibreOffice writes the language of its settings.
 *
 * @param path path of a PDF that LibreOffice wrote
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
