import { deflateSync } from 'node:zlib';
import { latin1, rawPdf, rawStream, rawStreamPdf, tableOf, textPages } from './raw-pdf.ts';

const pages = textPages('one');
const packed = [1, 2, 3, 4];

const MiB = 1024 * 1024;

/** Flate data of more than one stream may inflate to: a quarter of a megabyte. */
const bomb = deflateSync(Buffer.alloc(256 * MiB, ' '));

/** Flate data of less than that. */
const grenade = deflateSync(Buffer.alloc(64 * MiB, ' '));

const flateStream = (data: Buffer, filters = '/FlateDecode'): { dict: string; data: Buffer } => ({
  dict: `/Filter[${filters}]`,
  data,
});

const repeated = (text: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** The beginning of a stream object, always of one length. */
const streamHead = (number: number, length: number): string =>
  `${String(number).padStart(6)} 0 obj<</Length ${String(length).padStart(8)}>>stream\n`;

/** PDFs made to exhaust a reader, each with what has to become of it: the pages of its copy, or the code of the error. */
export const hostilePdfs: Record<string, [make: () => Buffer, outcome: number | string]> = {
  'an object stream that inflates a thousand times': [
    () => rawStreamPdf(pages, { packed, encode: () => flateStream(bomb) }),
    'file-too-large',
  ],
  'the same, compressed twice, to a kilobyte': [
    () =>
      rawStreamPdf(pages, {
        packed,
        encode: () => flateStream(deflateSync(bomb), '/FlateDecode/FlateDecode'),
      }),
    'file-too-large',
  ],
  'object streams that inflate to 1 GiB together': [
    () => {
      const streams = Object.fromEntries(
        Array.from({ length: 16 }, (_, index) => [
          50 + index,
          rawStream('/Type/ObjStm/N 1/First 5/Filter/FlateDecode', grenade),
        ]),
      );
      return latin1(
        rawPdf({ ...pages, ...streams })
          .toString('latin1')
          .replace('startxref', 'startwhat'),
      );
    },
    'file-too-large',
  ],
  'a cross-reference stream that inflates a thousand times': [
    () => {
      const object = rawStream('/Type/XRef/Size 9/W[1 4 2]/Root 1 0 R/Filter/FlateDecode', bomb);
      return Buffer.concat([
        latin1('%PDF-1.7\n9 0 obj\n'),
        object,
        latin1('\nendobj\nstartxref\n9\n%%EOF\n'),
      ]);
    },
    'file-too-large',
  ],
  'a content stream that inflates a thousand times, which nobody inflates': [
    () => rawPdf({ ...pages, 5: rawStream('/Filter/FlateDecode', bomb) }),
    1,
  ],
  'a page tree in which each node has its child twice': [
    () => {
      const nodes: Record<number, string> = {
        1: '<</Type/Catalog/Pages 2 0 R>>',
        60: '<</Type/Page/MediaBox[0 0 1 1]>>',
      };
      for (let number = 2; number < 60; number += 1) {
        nodes[number] = `<</Type/Pages/Kids[${number + 1} 0 R ${number + 1} 0 R]>>`;
      }
      return rawPdf(nodes);
    },
    2,
  ],
  'a page listed a million times': [
    () => rawPdf({ ...pages, 2: `<</Type/Pages/Kids[${'4 0 R '.repeat(1_000_000)}]>>` }),
    'file-too-large',
  ],
  '10,000 nodes with the same 100,000 kids': [
    () => {
      const nodes: Record<number, string> = {
        1: '<</Type/Catalog/Pages 2 0 R>>',
        3: `[${'2 0 R '.repeat(100_000)}]`,
      };
      for (let number = 10; number < 10_010; number += 1) nodes[number] = '<</Type/Pages/Kids 3 0 R>>';
      nodes[2] = `<</Type/Pages/Kids[${repeated((index) => `${index + 10} 0 R `, 10_000)}]>>`;
      return rawPdf(nodes);
    },
    'damaged-document',
  ],
  'a page tree that is a circle': [
    () => rawPdf({ ...pages, 2: '<</Type/Pages/Kids[2 0 R 4 0 R 2 0 R]>>' }),
    1,
  ],
  'two million objects without a cross-reference': [
    () => latin1(`%PDF-1.7\n${repeated((index) => `${index + 1} 0 obj<<>>endobj\n`, 2_000_000)}`),
    'file-too-large',
  ],
  'a table that promises a hundred million objects': [
    () => latin1(rawPdf(pages).toString('latin1').replace('xref\n0 1\n', 'xref\n0 99999999\n')),
    1,
  ],
  'an object number of eight million': [
    () => Buffer.concat([rawPdf(pages), latin1('8000000 0 obj<<>>endobj startxref 1')]),
    'file-too-large',
  ],
  '20,000 streams that do not end': [
    () =>
      latin1(
        `%PDF-1.7\n${repeated((index) => `${index + 1} 0 obj<</Length 9>>stream\nxxxxxxxxxxxxxxxxx\n`, 20_000)}`,
      ),
    'damaged-document',
  ],
  '20,000 streams within each other, which would make 20 GB': [
    () => {
      const count = 20_000;
      const bodies = repeated((index) => {
        // Each ends with the same keyword at the end of the file.
        const rest = (count - index - 1) * streamHead(0, 0).length;
        return streamHead(20 + index, rest);
      }, count);
      const kept = `[${repeated((index) => `${20 + index} 0 R `, count)}]`;
      const start = rawPdf({ ...pages, 4: `<</Type/Page/MediaBox[0 0 1 1]/X ${kept}>>` });
      const body = start.subarray(0, start.indexOf('xref')).toString('latin1');
      const whole = `${body}${bodies}endstream\n`;
      const offsets = new Map(
        [...whole.matchAll(/^\s*(\d+) 0 obj/gm)].map((match) => [Number(match[1]), match.index]),
      );
      return latin1(`${whole}${tableOf(offsets)}trailer<</Root 1 0 R>>\nstartxref\n${whole.length}\n%%EOF`);
    },
    'damaged-document',
  ],
  '300,000 strings that do not end': [
    () => latin1(`%PDF-1.7\n${repeated((index) => `${index + 1} 0 obj<</A(`, 300_000)}`),
    'damaged-document',
  ],
  '300,000 comments that do not end': [
    () => latin1(`%PDF-1.7\n${repeated((index) => `${index + 1} 0 obj %`, 300_000)}`),
    'damaged-document',
  ],
  '300,000 trailers within each other': [
    () => latin1(`%PDF-1.7\n1 0 obj<<>>${'trailer<</Root 1 0 R/A[ '.repeat(300_000)}`),
    'damaged-document',
  ],
  'arrays nested a million deep': [
    () =>
      rawPdf({
        ...pages,
        4: `<</Type/Page/MediaBox[0 0 1 1]/X${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}>>`,
      }),
    'damaged-document',
  ],
  'an object stream that is in itself': [
    () => {
      const stream = rawStreamPdf({ ...pages, 20: '(x)' }, { packed: [20] }).toString('latin1');
      return latin1(stream.replace(/\/Length \d+>>\nstream\n/, '/Length 20 0 R>>\nstream\n'));
    },
    1,
  ],
  'an object stream that lists millions of objects': [
    () => rawStreamPdf(pages, { packed, surplusPairs: { before: 0, after: 16_000_000 } }),
    'file-too-large',
  ],
  'wrong indexes in a long object stream': [
    () => {
      const numbers = Array.from({ length: 8_000 }, (_, index) => 20 + index);
      const chain = Object.fromEntries(numbers.map((number) => [number, `<</Next ${number + 1} 0 R>>`]));
      const page = '<</Type/Page/MediaBox[0 0 1 1]/X 20 0 R>>';
      return rawStreamPdf(
        { ...pages, 4: page, ...chain },
        { packed: numbers, surplusPairs: { before: 1, after: 1_400_000 } },
      );
    },
    1,
  ],
  'predictor rows of two gigabytes': [
    () =>
      rawStreamPdf(pages, {
        packed,
        encode: (data) => ({
          dict: '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2000000000/Colors 4>>',
          data: deflateSync(data),
        }),
      }),
    'damaged-document',
  ],
  '20 MB of zeros': [() => Buffer.alloc(20 * MiB), 'damaged-document'],
  'a header a million times': [() => latin1('1 0 obj '.repeat(1_000_000)), 'damaged-document'],
};
