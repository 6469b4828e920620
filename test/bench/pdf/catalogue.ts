import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFName, type PDFRef, StandardFonts } from 'pdf-lib';

const pictureCount = 40;
const pictureSide = 32;

/**
 * Pages of a few lines that all refer to the same dictionary of resources, as programs for print write it: three fonts and 40
 * pictures of 3 kB, of which a page shows one font and one picture. About 500 bytes a page.
 */
export async function catalogue(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context } = document;
  const fonts = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.TimesRoman, StandardFonts.Courier].map((name) =>
      document.embedFont(name),
    ),
  );
  const pictures = Array.from({ length: pictureCount }, () => picture(document));
  const resources = context.register(
    context.obj({
      Font: Object.fromEntries(fonts.map(({ ref }, index) => [`F${index}`, ref])),
      XObject: Object.fromEntries(pictures.map((ref, index) => [`Im${index}`, ref])),
    }),
  );
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([595, 842]);
    page.node.set(PDFName.of('Resources'), resources);
    const content = [
      `q 64 0 0 64 50 700 cm /Im${number % pictureCount} Do Q`,
      `BT /F${number % fonts.length} 10 Tf 12 TL 50 650 Td (Item ${number + 1}) Tj T*`,
      ...Array.from({ length: 4 }, () => `(${randomBytes(30).toString('hex')}) Tj T*`),
      'ET',
    ];
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content.join('\n'))));
  }
  return document;
}

function picture({ context }: PDFDocument): PDFRef {
  const entries = {
    ...{ Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceRGB', BitsPerComponent: 8 },
    ...{ Width: pictureSide, Height: pictureSide },
  };
  return context.register(context.flateStream(randomBytes(3 * pictureSide ** 2), entries));
}
