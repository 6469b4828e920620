import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A PDF whose pages say `<title>, page <n>`. */
export async function makePdf(title: string, pages: number): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) {
    document.addPage([420, 595]).drawText(`${title}, page ${page}`, { x: 48, y: 520, size: 24, font });
  }
  return Buffer.from(await document.save());
}

/** A one-page PDF with a page entry of that size, which is quick to make and cannot be compressed. */
export async function makeLargePdf(megabytes: number): Promise<Buffer> {
  const document = await PDFDocument.load(await makePdf('Large', 1));
  const filler = document.context.stream(randomBytes(megabytes * 1024 * 1024));
  document.getPage(0).node.set(PDFName.of('Filler'), document.context.register(filler));
  return Buffer.from(await document.save());
}

/** The text of each page, as another PDF reader than the one that wrote it sees it. */
export async function pageTexts(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await task.destroy();
  return texts;
}

/** The names of the fonts that each page's text is in, without the prefix of a subset. */
export async function pageFonts(bytes: Uint8Array): Promise<string[][]> {
  // Names of fonts are known only where fonts are not made for a browser.
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, fontExtraProperties: true });
  const document = await task.promise;
  const fonts: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    // Loads them.
    await page.getOperatorList();
    const { items } = await page.getTextContent();
    const names = items
      .flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.fontName] : []))
      .map((id) => (page.commonObjs.get(id) as { name: string }).name.replace(/^[A-Z]{6}\+/, ''));
    fonts.push([...new Set(names)]);
  }
  await task.destroy();
  return fonts;
}
