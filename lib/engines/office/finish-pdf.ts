import { keys, values } from '../pdf/keys.ts';
import { type PDFDict, PDFRef, PDFString } from '../pdf/objects.ts';
import { EditablePdf } from '../pdf/generated/editable-pdf.ts';
import { addTitle, type TitleSource } from './document-title.ts';

export interface PdfFinish {
  /** The document's language (BCP 47); undefined if it declares none. */
  language: string | undefined;
  /** The title unless the document has one. Default: none. */
  title?: TitleSource | undefined;
  /** Whether a viewer arranges the pages in two columns that begin on the left. Default: as LibreOffice wrote it. */
  firstPageOnLeft?: boolean;
}

/**
 * Corrects in place what LibreOffice writes into a PDF and has no option for. The language becomes that of the
 * document; it is removed if unknown (ISO 32000-1, 14.9.2), because LibreOffice writes the language of its settings.
 * LibreOffice's filter has an option `FirstPageOnLeft`, which changes nothing.
 *
 * @param path path of a PDF that LibreOffice wrote
 */
export async function finishPdf(path: string, finish: PdfFinish): Promise<void> {
  await using pdf = await EditablePdf.openFile(path);
  await correctCatalog(pdf, finish);
  if (finish.title) await addTitle(pdf, finish.title);
  await pdf.save();
}

async function correctCatalog(pdf: EditablePdf, { language, firstPageOnLeft }: PdfFinish): Promise<void> {
  const root = pdf.trailer.get(keys.Root);
  const catalog = await pdf.dict(root);
  if (!(root instanceof PDFRef) || !catalog) return;
  const isOtherLanguage = setLanguage(catalog, language);
  if (firstPageOnLeft) catalog.set(keys.PageLayout, values.TwoColumnLeft);
  if (isOtherLanguage || firstPageOnLeft) pdf.set(root, catalog);
}

/** Returns whether the catalog had another language. */
function setLanguage(catalog: PDFDict, language: string | undefined): boolean {
  const value = catalog.get(keys.Lang);
  const known = value instanceof PDFString ? value.decodeText() : value;
  if (known === language) return false;
  if (language === undefined) catalog.delete(keys.Lang);
  else catalog.set(keys.Lang, PDFString.of(language));
  return true;
}
