import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFName, type PDFRef, StandardFonts } from 'pdf-lib';

/** As the PDFs have them that office programs export: some 3,000 objects in a megabyte, most of them elements. */
const paragraphs = 27;
const characters = 270;

/**
 * A tagged document of one section (PDF 32000-1, 14.7): each paragraph of a page is an element of its structure, and all
 * pages have the same dictionary of resources. About 10 kB a page. Save it without object streams, as office programs do.
 */
export async function taggedReport(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const resources = context.register(context.obj({ Font: { F1: font.ref } }));
  const root = context.nextRef();
  const section = context.nextRef();
  const elements: PDFRef[] = [];
  const parents: (number | PDFRef[])[] = [];
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([595, 842]);
    const tagged = Array.from({ length: paragraphs }, (_, index) =>
      context.register(
        context.obj({
          Type: 'StructElem',
          S: 'Standard',
          P: section,
          Pg: page.ref,
          K: [index],
          A: { O: 'Layout' },
        }),
      ),
    );
    elements.push(...tagged);
    parents.push(number, tagged);
    page.node.set(PDFName.of('StructParents'), context.obj(number));
    page.node.set(PDFName.of('Resources'), resources);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content())));
  }
  context.assign(section, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: elements }));
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: [section],
      ParentTree: { Nums: parents },
      ParentTreeNextKey: pages,
      RoleMap: { Standard: 'P' },
    } as never),
  );
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document;
}

/** The content of a page: paragraphs of text that compresses about as well as text does, in lines of 90 characters. */
function content(): string {
  const drawn = Array.from({ length: paragraphs }, (_, index) => {
    const lines =
      randomBytes(characters / 2)
        .toString('hex')
        .match(/.{1,90}/g) ?? [];
    const shown = lines.map((line) => `(${line}) Tj T*`).join(' ');
    return `/Standard <</MCID ${index}>> BDC BT /F1 3 Tf 3 TL 50 ${780 - index * 28} Td ${shown} ET EMC`;
  });
  return drawn.join('\n');
}
