import { describe, expect, it } from 'vitest';
import type { Finding } from '#lib/engines/pdf/reader/findings.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/engines/pdf/reader/with-repair.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import {
  latin1,
  rawPdf,
  rawStream,
  rawStreamPdf,
  startOf,
  tableOf,
  textPages,
} from '../../../../support/raw-pdf.ts';

const texts = ['one', 'two', 'three'];
const pages = textPages(...texts);
const numbers = Object.keys(pages).map(Number);
/** Objects that {@link rawStreamPdf} can put into an object stream. */
const packed = [1, 2, 3, 4, 6, 8];

/** The texts of a copy of all pages, and the findings. */
async function copied(pdf: Buffer): Promise<{ texts: string[]; findings: Finding[] }> {
  const { copy, findings } = withRepair([openPdf(pdf)], (sources) => ({
    copy: copyPages(sources),
    findings: [...(sources[0]?.findings.keys() ?? [])],
  }));
  return { texts: await pageTexts(copy), findings };
}

/** The document with one subsection that declares entries from object 0 and lists that many of them. */
function withTable(declared: number, listed: number): Buffer {
  const text = rawPdf(pages).toString('latin1');
  const rows = numbers
    .slice(0, listed - 1)
    .map((number) => text.indexOf(`\n${number} 0 obj`) + 1)
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${declared}\n0000000000 65535 f \n${rows.join('')}`;
  return latin1(text.slice(0, text.lastIndexOf('\nxref') + 1) + table + text.slice(text.indexOf('trailer')));
}

/** `pdf` with its last table changed. */
function withLastTable(pdf: Buffer, change: (table: string) => string): Buffer {
  const text = pdf.toString('latin1');
  const [start, end] = [startOf(pdf), text.lastIndexOf('trailer')];
  return latin1(text.slice(0, start) + change(text.slice(start, end)) + text.slice(end));
}

const last = /(\d+ 1\n)(\d{10} \d{5} n \n)$/;
const revised = rawPdf({ 9: pages[9] ?? '' }, { previous: rawPdf({ ...pages, 9: rawStream('', '') }) });

/** A hybrid file: its table marks all objects as free, and its stream lists the others. */
function hybrid(unlisted: readonly number[]): Buffer {
  const base = rawStreamPdf(pages, { packed, unlisted });
  const table = tableOf(new Map(numbers.map((number) => [number, 0]))).replaceAll(' n ', ' f ');
  const trailer = `trailer\n<</Size 12/Root 1 0 R/XRefStm ${startOf(base)}>>\nstartxref\n${base.length}\n%%EOF\n`;
  return Buffer.concat([base, latin1(table + trailer)]);
}

describe('a cross-reference that omits objects', () => {
  const size = numbers.length + 1;
  const cases: [string, Buffer][] = [
    ['a table with fewer entries than it declares', withTable(size, 7)],
    ['a table with too few entries', withTable(7, 7)],
    [
      'a table without an entry in its last subsection',
      withLastTable(rawPdf(pages), (table) => table.replace(last, '$1')),
    ],
    ['a table without its last subsection', withLastTable(rawPdf(pages), (table) => table.replace(last, ''))],
    [
      'the table of a revision with fewer entries than it declares',
      withLastTable(revised, (table) => table.replace(last, '$1')),
    ],
    ['a stream with fewer entries than /Index declares', rawStreamPdf(pages, { packed, missingEntries: 3 })],
    [
      'a stream without entries of objects in object streams',
      rawStreamPdf(pages, { packed, unlisted: [6, 8] }),
    ],
    ['a stream without the entry of an object stream', rawStreamPdf(pages, { packed, unlisted: [3, 10] })],
    ['a stream without entries of other objects', rawStreamPdf(pages, { packed, unlisted: [7, 9] })],
    ['the stream of a hybrid file without an entry', hybrid([3])],
  ];

  it.each(cases)('is rebuilt: %s', async (_name, pdf) => {
    expect(await copied(pdf)).toEqual({ texts, findings: ['cross-reference-rebuilt'] });
  });

  it('is rebuilt for an object that is only looked up', () => {
    const pdf = rawStreamPdf({ ...pages, 20: '(text)' }, { packed: [20], unlisted: [20] });
    const [text] = withRepair([openPdf(pdf)], ([source]) => [source?.file.locate(20)]);
    expect(text).toBeDefined();
  });
});

describe('a reference to an object that does not exist', () => {
  const dangling = { ...pages, 3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Missing 30 0 R>>' };
  const decoy = rawStream('/Decoy true', '\n30 0 obj\n(in the data of a stream)\nendobj\n');
  const cases: [string, Buffer][] = [
    ['a file with a table', rawPdf(dangling)],
    ['a file with a cross-reference stream', rawStreamPdf(dangling, { packed })],
    ['a file whose streams mention it', rawPdf({ ...dangling, 20: decoy })],
    ['a file whose table calls it free', withLastTable(rawPdf({ ...dangling, 30: '(old)' }), freed)],
    [
      'a file that had it in an object stream that was replaced',
      rawStreamPdf({ ...dangling, 31: '(new)' }, { previous: replacedStream() }),
    ],
    ['a hybrid file', hybrid([])],
  ];

  it.each(cases)('is null in %s without a repair', async (_name, pdf) => {
    expect(await copied(pdf)).toEqual({ texts, findings: [] });
  });

  /** A revision whose object stream 31 the next one replaces. */
  function replacedStream(): Buffer {
    return rawStreamPdf({ ...pages, 30: '(old)' }, { packed: [30], unlisted: [30] });
  }

  function freed(table: string): string {
    return table.replace(last, '$1' + '0000000000 00001 f \n');
  }
});
