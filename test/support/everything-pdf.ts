import { PDFName, PDFString, rgb } from 'pdf-lib';
import {
  addLayer,
  addLink,
  addOutline,
  attachFile,
  bytesOf,
  goTo,
  labelPages,
  nameDestinations,
  newPdf,
  setLayers,
  tagPages,
  topOf,
} from './pdf-features.ts';

/**
 * A document with everything that an assembly carries over: links, named destinations, bookmarks, labels, layers, a
 * form, tags and an attachment, over `count` pages (at least 2) that all look different.
 */
export async function everythingPdf(count: number): Promise<Buffer> {
  const document = await newPdf(...Array.from({ length: count }, (_, index) => `Page ${index + 1}`));
  const pages = document.getPages();
  for (const [index, page] of pages.entries()) {
    const share = (index + 1) / count;
    const color = rgb(share, 1 - share, 0.5);
    page.drawRectangle({ x: 48, y: 100, width: 40 + 20 * index, height: 60, color });
    addLink(page, goTo(topOf(document, (index + 1) % count)));
    addLink(page, { Dest: PDFString.of(`chapter ${index % 2}`), Rect: [70, 10, 120, 30] });
    const field = document.getForm().createTextField(`person.name${index}`);
    field.setText(`value ${index}`);
    field.addToPage(page, { x: 200, y: 100, width: 120, height: 20 });
  }
  nameDestinations(document, { 'chapter 0': 0, 'chapter 1': 1 });
  addOutline(
    document,
    pages.map((_, index) => ({
      title: `Chapter ${index + 1}`,
      to: index,
      open: index % 2 === 0,
      kids: [{ title: 'back', to: 0 }],
    })),
  );
  labelPages(document, { 0: { S: PDFName.of('r') }, 2: { S: PDFName.of('D'), P: PDFString.of('p-') } });
  const layers = pages.map((page, index) => addLayer(page, `layer ${index}`));
  setLayers(document, layers, { OFF: layers.slice(1, 2), Order: layers });
  await attachFile(document, 'notes.txt', 'what is attached');
  tagPages(document, [{ type: 'Document', kids: pages.map((_, page) => ({ type: 'P', page })) }]);
  return bytesOf(document);
}
