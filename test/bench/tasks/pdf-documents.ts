import { randomBytes } from 'node:crypto';
import {
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFString,
  StandardFonts,
} from 'pdf-lib';
import { editPdf } from '#lib/conversions/pdf/edit-pdf.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { directPdfWork } from '../../support/direct-pdf-work.ts';
import { edits } from './task.ts';

/** Pages of text with a link each and a font that they share; about 7 kB a page. */
export async function report(pages: number, characters = 12_000): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < pages; number += 1) addPage(document, font, number, characters);
  return document;
}

function addPage(document: PDFDocument, font: PDFFont, number: number, characters: number): void {
  const page = document.addPage([595, 842]);
  page.drawText(`Page ${number + 1}`, { x: 50, y: 780, size: 20, font });
  // Text that compresses about as well as text does.
  const noise = randomBytes(characters / 2).toString('hex');
  page.drawText(noise.replaceAll(/(.{90})/g, '$1\n'), { x: 50, y: 750, size: 8, lineHeight: 9, font });
  const { context } = document;
  const link = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [50, 40, 200, 60],
    A: { S: 'URI', URI: PDFString.of(`https://example.com/${number}`) },
  });
  page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]));
}

/** Adds a form field and two other annotations to each page, all with an appearance. */
export function annotated(document: PDFDocument): void {
  const { context, catalog } = document;
  const drawn = (content: string): PDFRef => {
    const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 80, 20] };
    return context.register(context.flateStream(content, entries));
  };
  const fields = document.getPages().map((page, index) => {
    const add = (left: number, entries: Record<string, unknown>): PDFRef => {
      const AP = { N: drawn(`1 0 0 RG 0 0 80 20 re S % ${index} ${left}`) };
      const dict = { Type: 'Annot', Rect: [left, 800, left + 80, 820], AP, ...entries };
      const ref = context.register(context.obj(dict as never));
      page.node.addAnnot(ref);
      return ref;
    };
    for (const left of [300, 400]) add(left, { Subtype: 'Square' });
    const text = { T: PDFString.of(`field ${index + 1}`), V: PDFString.of(`Value ${index + 1}`) };
    return add(200, { Subtype: 'Widget', FT: 'Tx', ...text });
  });
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }));
}

/** A document as PDF/A, with the fonts of the layer. */
export async function archived(bytes: Buffer): Promise<Uint8Array> {
  const file: InputFile = {
    field: 'file',
    fileName: 'document.pdf',
    size: bytes.length,
    source: { kind: 'inline', bytes },
  };
  const { content } = await editPdf({ file, fileName: '', pdfa: edits.archive }, directPdfWork());
  return bytesOf(content);
}

/** Pages that show one picture each. What is in it does not matter to what copies it. */
export async function pictures(pages: number, bytes: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context } = document;
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([595, 842]);
    const dict = context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: 4000,
      Height: 3000,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
    });
    const image = context.register(PDFRawStream.of(dict, randomBytes(bytes)));
    page.node.setXObject(PDFName.of('Im0'), image);
    page.node.addContentStream(context.register(context.flateStream('q 595 0 0 842 0 0 cm /Im0 Do Q')));
  }
  return document;
}
