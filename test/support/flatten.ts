import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import type { FlattenScope } from '#lib/api/fields/finishing/flatten-field.ts';
import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';
import { assembled } from './assemble.ts';
import { annotate } from './pdf-features.ts';

export const name = (text: string): PDFName => PDFName.of(text);

/** Flattens a document, and opens the result. */
export async function flattened(
  input: PDFDocument,
  flatten: FlattenScope = 'all',
  options: Finishing = {},
): Promise<{ bytes: Buffer; document: PDFDocument; warnings: readonly { code: string; message: string }[] }> {
  const finishing = { ...options, flatten };
  const { bytes, finishingWarnings } = await assembled([input], { finishing, keepAttachments: true });
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return { bytes, document, warnings: finishingWarnings };
}

/** Registers an appearance stream: a filled square unless `content` says otherwise. */
export function appearanceIn(
  { context }: PDFDocument,
  entries: object = {},
  content = '1 0 0 rg 0 0 10 10 re f',
): PDFRef {
  const resources = 'Resources' in entries ? {} : { Resources: {} };
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 10, 10], ...resources, ...entries };
  return context.register(context.stream(content, dict));
}

/** Adds an annotation with an appearance to the first page. */
export function annotateFirst(document: PDFDocument, entries: object = {}, appearance: object = {}): PDFRef {
  const AP = { N: appearanceIn(document, appearance) };
  return annotate(document.getPage(0), { Subtype: 'Square', AP, ...entries });
}

/** The content of a page, all streams in their order. */
export function contentOf(document: PDFDocument, index = 0): string {
  const contents = document.getPage(index).node.lookup(name('Contents'));
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((entry) => streamText(document.context.lookup(entry))).join('\n');
}

/** The bytes of a stream as text, inflated. */
export function streamText(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('it is no stream');
  const isDeflated = stream.dict.has(name('Filter'));
  return Buffer.from(isDeflated ? inflateSync(stream.contents) : stream.contents).toString('latin1');
}

/** The types of the annotations of a page. */
export const subtypesOf = (document: PDFDocument, index = 0): string[] =>
  (document.getPage(index).node.Annots()?.asArray() ?? []).map((entry) =>
    String(document.context.lookup(entry, PDFDict).get(name('Subtype'))).slice(1),
  );

/** The forms that a page can draw, by their names. */
export function formsOf(document: PDFDocument, index = 0): Map<string, PDFRawStream> {
  const xObjects = document.getPage(index).node.Resources()?.lookup(name('XObject'));
  const entries = xObjects instanceof PDFDict ? xObjects.entries() : [];
  return new Map(
    entries.map(([key, value]) => [key.decodeText(), document.context.lookup(value) as PDFRawStream]),
  );
}
