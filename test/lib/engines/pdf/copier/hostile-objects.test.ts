import { describe, expect, it } from 'vitest';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { rawPdf, textPages } from '../../../../support/raw-pdf.ts';

/** A document of a page that refers to an object with this body. */
function documentWith(body: string): Buffer {
  const pages = textPages('hostile');
  const page = String(pages[4]).replace('/Type/Page', '/Type/Page/PieceInfo 20 0 R');
  return rawPdf({ ...pages, 4: page, 20: body });
}

/** The document between two sound ones, merged. */
function mergedWith(body: string): Buffer {
  const pdfs = [rawPdf(textPages('first')), documentWith(body), rawPdf(textPages('last'))];
  const parts = pdfs.map((pdf) => ({ source: openPdf(pdf), pages: [0] }));
  return Buffer.concat(assemble(parts).chunks);
}

/** The bytes of all objects, in object streams and outside. */
function objectsIn(pdf: Buffer): string[] {
  const { file } = openPdf(pdf);
  const objects = Array.from({ length: file.table.length }, (_, number) => file.locate(number));
  return objects.flatMap((located) => {
    if (!located) return [];
    const { bytes, start, inObjectStream } = located;
    return [bytes.toString('latin1', start, bytes.indexOf(inObjectStream ? '\n' : '\nendobj', start)).trim()];
  });
}

const digits = '7'.repeat(600);
/** The replacement of a number that no reader can represent. */
const largestReal = `${BigInt(3.403e38)}.0`;
const nested = (depth: number): string => `<</Probe ${'['.repeat(depth)}${']'.repeat(depth)}>>`;

describe('an object that readers interpret differently', () => {
  it.each([
    ['a key that is no name', '<</Probe<</A 1 5/B 2>>>>', '<</Probe<</A 1/B 2>>>>'],
    ['a dictionary for a key', '<</Probe<</A<<5/X>>>>>>', '<</Probe<</A<<>>>>>>'],
    ['a key without a value', '<</Probe<</A 1/B>>>>', '<</Probe<</A 1>>>>'],
    ['a value without a key', '<</Probe[<<(text)/A 1>>]>>', '<</Probe[<</A 1>>]>>'],
    ['an integer of 600 digits', `<</Probe ${digits}>>`, `<</Probe ${largestReal}>>`],
    ['a real of 600 digits', `<</Probe 0.${digits}>>`, '<</Probe 0.777777777777777>>'],
    [
      'an integer of more than 32 bits',
      '<</Probe[2147483648 -99999999999]>>',
      '<</Probe[2147483648.0 -99999999999.0]>>',
    ],

    ['several signs', '<</Probe[--5 +-5 5-3]>>', '<</Probe[-5 -5 5]>>'],
    ['an exponent', '<</Probe[1e9 1.5E3]>>', '<</Probe[1 1.5]>>'],
    ['several points', '<</Probe[1.2.3 .]>>', '<</Probe[1.2 0]>>'],
    ['a name with a stray #', '<</Probe/a#b#zz>>', '<</Probe/a#23b#23zz>>'],
    ['a name with a null character', '<</Probe/a#00b>>', '<</Probe/ab>>'],
    ['a key with a stray #', '<</Probe<</a#b 1>>>>', '<</Probe<</a#23b 1>>>>'],
    ['a hexadecimal string with other characters', '<</Probe<4g1!5>>>', '<</Probe<4150>>>'],
    ['a keyword without meaning', '<</Probe[1 foo R 2]>>', '<</Probe[1 null null 2]>>'],
    ['half a reference', '<</Probe[5 R 4 0 0 R]>>', '<</Probe[5 null 4 null]>>'],
    ['a comment', '<</Probe[1 %2]>>\n3]%\n>>', '<</Probe[1 3]>>'],
    ['a bracket that closes another', '<</Probe[<</A 1]/B 2>>>>', undefined],
    ['a string that does not end', '<</Probe(text>>', undefined],
    ['a brace', '<</Probe{1}>>', undefined],
  ])('is written unambiguously: %s', async (_what, body, expected) => {
    const merged = mergedWith(body);
    expect(await pageTexts(merged)).toEqual(['first', 'hostile', 'last']);
    const [probe] = objectsIn(merged).filter((object) => object.includes('/Probe'));
    expect(probe).not.toBe(body);
    if (expected !== undefined) expect(probe).toBe(expected);
  });

  it('is divided if it is nested too deep for some readers', async () => {
    const merged = mergedWith(nested(200));
    expect(await pageTexts(merged)).toEqual(['first', 'hostile', 'last']);
    const depths = objectsIn(merged).map(
      (object) => /[[]*/.exec(object.replace(/[^[\]]/g, ''))?.[0].length ?? 0,
    );
    expect(Math.max(...depths)).toBeLessThanOrEqual(32);
    expect(depths.reduce((sum, depth) => sum + depth, 0)).toBeGreaterThanOrEqual(200);
  });

  it('is not a page tree node if it is a page', () => {
    const pages = textPages('page');
    const node = String(pages[4]).replace('/Type/Page', '/Type/Page/Count 0/Kids[[]1]');
    const source = openPdf(rawPdf({ ...pages, 4: node }));
    const { file } = openPdf(Buffer.concat(assemble([{ source, pages: [0, 0] }]).chunks));
    const kids = Array.from({ length: file.table.length }, (_, number) => file.entriesOf(number));
    expect(kids.filter((entries) => entries?.has('Kids')).map((entries) => entries?.name('Type'))).toEqual([
      'Pages',
    ]);
  });

  it('is copied byte by byte if all readers agree', () => {
    const body = '<</Probe[ 1 -2.50 +.5 4. /a#20b 214748364 <41 4> (a\\)(b)) true null ]>>';
    expect(objectsIn(mergedWith(body))).toContain(body);
  });
});

describe('an object stream', () => {
  const texts = Array.from({ length: 5 }, (_, page) => `page ${page}`);
  const notes = Array.from({ length: 9 }, (_, index): [number, string] => [
    20 + index,
    `<</Note (${index})>>`,
  ]);
  const document = (mark: string): Buffer => {
    const pages = textPages(...texts.map((text) => `${mark} ${text}`));
    const info = notes.map(([number]) => `${number} 0 R`).join(' ');
    const first = String(pages[4]).replace('/Type/Page', `/Type/Page/PieceInfo<</${mark}[${info}]>>`);
    return rawPdf({ ...pages, 4: first, ...Object.fromEntries<string>(notes) });
  };

  it("holds one source's pages, its other objects, or objects of the merge", () => {
    const parts = [document('A'), document('B')].map((pdf) => ({
      source: openPdf(pdf),
      pages: texts.map((_, index) => index),
    }));
    const { file } = openPdf(Buffer.concat(assemble(parts).chunks));
    const kinds = new Map<Buffer, Set<string>>();
    for (let number = 1; number < file.table.length; number += 1) {
      const located = file.locate(number);
      if (!located?.inObjectStream) continue;
      const text = located.bytes.toString(
        'latin1',
        located.start,
        located.bytes.indexOf('\n', located.start),
      );
      const kind = /\/Type ?\/Page\b/.test(text) ? 'page' : /Note|Font/.test(text) ? 'copy' : 'own';
      kinds.set(located.bytes, (kinds.get(located.bytes) ?? new Set()).add(kind));
    }
    const found = [...kinds.values()].map((set) => [...set].join(' ')).toSorted();
    expect(found.filter((kind) => kind !== 'own')).toEqual(['copy', 'copy', 'page', 'page']);
  });
});
