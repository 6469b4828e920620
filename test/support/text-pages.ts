import { PDFDocument, PDFName } from 'pdf-lib';
import { TextForms } from '#lib/engines/pdf/finishing/overlays/text-forms.ts';
import { openTextFonts, type TextFonts } from '#lib/engines/fonts/shaping/text-fonts.ts';
import { fontsConf } from './renderer.ts';

const style = { fontSize: 24, color: '#1040a0' };
const margin = 20;

let opened: TextFonts | undefined;

/** The fonts of the layer, opened once. */
export const layerFonts = (): TextFonts => (opened ??= openTextFonts(fontsConf));

/** A PDF with one page for each text, and the characters that no font has. */
export async function textPages(
  texts: readonly string[],
  fonts?: TextFonts,
): Promise<{ bytes: Buffer; missing: string }> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const forms = new TextForms(document.context, () => fonts ?? layerFonts());
  for (const text of texts) {
    const { ref, width, height } = forms.form(text, style);
    const page = document.addPage([width + 2 * margin, height + 2 * margin]);
    page.node.setXObject(PDFName.of('Text'), ref);
    const content = document.context.stream(`q 1 0 0 1 ${margin} ${margin} cm /Text Do Q`);
    page.node.set(PDFName.of('Contents'), document.context.register(content));
  }
  const { missing } = forms.embedFonts();
  return { bytes: Buffer.from(await document.save({ useObjectStreams: false })), missing };
}
