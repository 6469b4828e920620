import { deflateRawSync, gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { ErrorCode } from '#lib/base/app-error.ts';
import { slidePicture } from '../security/canary-markup.ts';
import { linkedPptx } from '../security/linked-documents.ts';
import { makeDocx, makePptx, makeXlsx } from './office.ts';
import { partText, withParts } from './office-package.ts';
import { plainPng } from './png.ts';
import { type RawEntry, rawZip } from './raw-zip.ts';

export type Kind = 'docx' | 'xlsx' | 'pptx';

/** A small document that would cost much. */
export interface OfficeBomb {
  name: string;
  kind: Kind;
  /** @param secret the address of what must not be read */
  make: (secret: string) => Buffer;
  /**
   * The expected end: an error with this code, or `harmless`: a PDF, or an end together with its process when nothing
   * in the file shows its cost.
   */
  ends: ErrorCode | 'harmless';
}

const megabyte = 1024 * 1024;
/** Above what may have any ratio, and compressed a thousand to one. */
const manyZeros = Buffer.alloc(40 * megabyte);
const deflatedZeros = deflateRawSync(manyZeros);

/** A document of each kind, and its part with the text. */
const documents: Readonly<Record<Kind, { bytes: Buffer; part: string; text: string }>> = {
  docx: { bytes: makeDocx({ text: 'Own text' }), part: 'word/document.xml', text: 'Own text' },
  xlsx: { bytes: makeXlsx({ rows: [['Own text']] }), part: 'xl/worksheets/sheet1.xml', text: 'Own text' },
  pptx: { bytes: makePptx({ slides: ['Own text'] }), part: 'ppt/slides/slide1.xml', text: 'Own text' },
};

const kinds = Object.keys(documents) as Kind[];

const entriesOf = (document: Buffer): RawEntry[] =>
  Object.entries(unzipSync(document)).map(([name, data]) => ({ name, data: Buffer.from(data) }));

/** `document` with a declaration before its text's part, and `reference` in the place of its text. */
function declaring(kind: Kind, declaration: string, reference: string): Buffer {
  const { bytes, part, text } = documents[kind];
  const xml = partText(bytes, part).replace(/^<\?xml[^>]*>\s*/, '');
  return withParts(bytes, { [part]: declaration + xml.replace(text, reference) });
}

/** Ten times ten times … as much text as it is long. */
const laughs = `<!DOCTYPE a [<!ENTITY a0 "ha ha ha ha">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`,
).join('')}]>`;

/** One long text that is referenced many times. */
const quadratic = `<!DOCTYPE a [<!ENTITY q "${'x'.repeat(50_000)}">]>`;

/** `inner` in a package in a package. */
function nested(kind: Kind, inner: Buffer, depth: number): Buffer {
  let document = inner;
  for (let level = 0; level < depth; level += 1) {
    document = withParts(documents[kind].bytes, { 'embeddings/inner.docx': document });
  }
  return document;
}

/** Entries that have the same data: each adds its size to what is inflated. */
function overlapping(document: Buffer): Buffer {
  const entries = entriesOf(document);
  const zeros = { compressed: deflateRawSync(Buffer.alloc(30 * megabyte)), size: 30 * megabyte };
  const shared = Array.from({ length: 30 }, (_, n) => ({
    ...zeros,
    name: `bomb/${n + 1}.bin`,
    sharesDataOf: entries.length,
  }));
  return rawZip([...entries, { ...zeros, name: 'bomb/0.bin' }, ...shared]);
}

/** What every kind of document can be made into. */
const packages: Readonly<Record<string, { make: (kind: Kind) => Buffer; ends: OfficeBomb['ends'] }>> = {
  ratio: {
    make: (kind) =>
      rawZip([
        ...entriesOf(documents[kind].bytes),
        { name: 'bomb.bin', compressed: deflatedZeros, size: manyZeros.length },
      ]),
    ends: 'file-too-large',
  },
  'declared size': {
    make: (kind) =>
      rawZip(
        entriesOf(documents[kind].bytes).map((entry) =>
          entry.name === documents[kind].part
            ? { name: entry.name, compressed: deflatedZeros, size: 1000 }
            : entry,
        ),
      ),
    ends: 'damaged-document',
  },
  // It is left out, and inflated no further than its declared size.
  'declared size of a part that nothing needs': {
    make: (kind) =>
      rawZip([
        ...entriesOf(documents[kind].bytes),
        { name: 'bomb.bin', compressed: deflatedZeros, size: 1000 },
      ]),
    ends: 'harmless',
  },
  'entry count': {
    make: (kind) =>
      rawZip([
        ...entriesOf(documents[kind].bytes),
        ...Array.from({ length: 20_001 }, (_, n) => ({ name: `${n}`, method: 0 })),
      ]),
    ends: 'file-too-large',
  },
  'overlapping entries': {
    make: (kind) => overlapping(documents[kind].bytes),
    ends: 'damaged-document',
  },
  'wide nesting': {
    make: (kind) => {
      const inner = nested(kind, Buffer.alloc(31 * megabyte), 1);
      return withParts(
        documents[kind].bytes,
        Object.fromEntries(Array.from({ length: 34 }, (_, n) => [`embeddings/${n}.docx`, inner])),
      );
    },
    ends: 'file-too-large',
  },
  'deep nesting': {
    make: (kind) => nested(kind, documents[kind].bytes, 50),
    ends: 'harmless',
  },
  'entities in entities': {
    make: (kind) => declaring(kind, laughs, '&a9;'),
    ends: 'damaged-document',
  },
  'quadratic blow-up': {
    make: (kind) => declaring(kind, quadratic, '&q;'.repeat(20_000)),
    ends: 'damaged-document',
  },
};

/** A declaration that would fetch `target`. */
const fetching: Readonly<Record<string, (target: string) => string>> = {
  'external entity': (target) => `<!DOCTYPE a [<!ENTITY e SYSTEM "${target}">]>`,
  'external parameter entity': (target) =>
    `<!DOCTYPE a [<!ENTITY % p SYSTEM "${target}"> %p; <!ENTITY e "x">]>`,
  'external subset': (target) => `<!DOCTYPE a SYSTEM "${target}" [<!ENTITY e "x">]>`,
};

/** A document whose declaration is in a part that it calls a picture, where declarations are allowed. */
function hidden(kind: Kind, declaration: string, reference: string): Buffer {
  const document = declaring(kind, declaration, reference);
  const types = '[Content_Types].xml';
  return withParts(document, {
    [types]: partText(document, types).replace(
      new RegExp(`(PartName="/${documents[kind].part}" ContentType=")[^"]*`),
      '$1image/png',
    ),
  });
}

/** A presentation with a picture. */
const showing = (picture: string | Buffer, type: string): Buffer =>
  linkedPptx({
    markup: slidePicture('embed'),
    links: [['image', `../media/image1.${type}`, '']],
    parts: { [`ppt/media/image1.${type}`]: picture },
    types: { [`.${type}`]: `image/${type}` },
  });

const svg = (declaration: string, content: string): Buffer =>
  showing(
    `${declaration}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90">${content}</svg>`,
    'svg',
  );

/** A picture that says it is far larger than it is. */
function hugePng(side: number): Buffer {
  const png = plainPng(8, 8);
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  return png;
}

/** Ten uses of ten uses of … a rectangle. */
const uses = `<g id="u0"><rect width="1" height="1"/></g>${Array.from(
  { length: 8 },
  (_, n) => `<g id="u${n + 1}">${`<use xlink:href="#u${n}"/>`.repeat(10)}</g>`,
).join('')}`;

/** An enhanced metafile's header, and zeros without end. */
function compressedMetafile(bytes: number): Buffer {
  const metafile = Buffer.alloc(bytes);
  metafile.writeUInt32LE(1, 0);
  metafile.writeUInt32LE(88, 4);
  metafile.write(' EMF', 40, 'latin1');
  return gzipSync(metafile);
}

const pictures: Readonly<Record<string, (secret: string) => Buffer>> = {
  'entities in entities': () => svg(laughs, '<text>&a9;</text>'),
  'quadratic blow-up': () => svg(quadratic, `<text>${'&q;'.repeat(20_000)}</text>`),
  'uses of uses': () => svg('', uses),
  'deep nesting': () => svg('', `${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`),
  'huge pixels': () => showing(hugePng(60_000), 'png'),
  'compressed metafile': () => showing(compressedMetafile(300 * megabyte), 'emz'),
  'external entity': (secret) => svg(fetching['external entity']?.(secret) ?? '', '<text>&e;</text>'),
  'external subset': (secret) => svg(fetching['external subset']?.(secret) ?? '', '<text>&e;</text>'),
};

const bombsOf = (kind: Kind): OfficeBomb[] => [
  ...Object.entries(packages).map(([name, { make, ends }]) => ({ name, kind, make: () => make(kind), ends })),
  ...Object.entries(fetching).map(([name, declaration]): OfficeBomb => ({
    name,
    kind,
    make: (secret) => declaring(kind, declaration(secret), '&e;'),
    ends: 'damaged-document',
  })),
  // The content type of Word's main part identifies the kind.
  ...(kind === 'docx' ? [] : [hiddenBomb(kind, 'external entity'), hiddenBomb(kind, 'entities in entities')]),
];

const hiddenBomb = (kind: Kind, what: 'external entity' | 'entities in entities'): OfficeBomb => ({
  name: `${what} in a part that is called a picture`,
  kind,
  make: (secret) =>
    what === 'external entity'
      ? hidden(kind, fetching[what]?.(secret) ?? '', '&e;')
      : hidden(kind, laughs, '&a9;'),
  ends: 'harmless',
});

/** Small documents that would take a careless converter's memory, time or secrets. */
export const officeBombs: readonly OfficeBomb[] = [
  ...kinds.flatMap(bombsOf),
  ...Object.entries(pictures).map(([name, make]): OfficeBomb => ({
    name: `picture: ${name}`,
    kind: 'pptx',
    make,
    ends: 'harmless',
  })),
];
