import { describe, expect, it } from 'vitest';
import { LinkBudget } from '#lib/engines/office/link-budget.ts';
import { RtfLinks } from '#lib/engines/office/rtf/rtf-links.ts';

/** The document without its links, read in pieces of that length. */
function cleaned(text: string, pieceLength = 7): string {
  const bytes = Buffer.from(text, 'latin1');
  const links = new RtfLinks(new LinkBudget());
  for (let at = 0; at < bytes.length; at += pieceLength) links.read(bytes.subarray(at, at + pieceLength));
  links.finish();
  let [result, done] = ['', 0];
  for (const { start, end } of links.splices) {
    result += text.slice(done, start);
    done = end;
  }
  return result + text.slice(done);
}

const rtf = (content: string): string => `{\\rtf1\\ansi ${content}\\par}`;
const field = (instruction: string): string =>
  rtf(`{\\field{\\*\\fldinst ${instruction}}{\\fldrslt cached}}`);
const withoutInstruction = rtf('{\\field{\\fldrslt cached}}');
/** The start of an OLE 1 object: version, and 1 for a link or 2 for an embedded object. */
const object = (type: number): string => Buffer.from([1, 5, 0, 0, type, 0, 0, 0]).toString('hex');

describe('what leads out of an RTF document', () => {
  it.each([
    ' INCLUDEPICTURE "file:///a.png" \\\\d',
    'includetext "a.docx"',
    'LINK Excel.Sheet "a.xlsx"',
    'DDEAUTO a b',
    'DATABASE a',
    'UNKNOWN a',
    "\\'49NCLUDEPICTURE a",
    '\\u73?NCLUDEPICTURE a',
    '{\\b INCL}{UDEPICTURE a}',
    'HYPERLINK "file:///etc/passwd"',
    'HYPERLINK other.docx',
    ' INCLUDEPICTURE {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}',
  ])('fields keep only their result: %s', (instruction) => {
    expect(cleaned(field(instruction))).toBe(withoutInstruction);
    expect(cleaned(field(instruction), 1000)).toBe(withoutInstruction);
  });

  it.each([
    'PAGE',
    ' page \\\\* MERGEFORMAT ',
    'HYPERLINK "https://example.com/a{b\\}c"'.replace('{', '\\{'),
    'HYPERLINK \\\\l "bookmark"',
    'HYPERLINK "#there"',
    'HYPERLINK mailto:a@example.com',
    '{\\lang1031 TOC \\\\o "1-3"}',
  ])('fields of the document itself stay: %s', (instruction) => {
    expect(cleaned(field(instruction))).toBe(field(instruction));
  });

  it.each([
    ['{\\*\\template C:\\\\a.dot}'],
    ['{\\*\\datastore 01050000}'],
    ['{\\*\\filetbl{\\file a}}'],
    ['{\\info{\\title Own}{\\*\\mailmerge{\\*\\mmdatasource a}}}', '{\\info{\\title Own}}'],
    ['{\\object\\objlink{\\*\\objdata ' + object(2) + '}{\\result r}}', '{\\object\\objlink{\\result r}}'],
    ['{\\object\\objemb{\\*\\objdata ' + object(1) + '}{\\result r}}', '{\\object\\objemb{\\result r}}'],
    [
      '{\\shp{\\sp{\\sn pibName}{\\sv a.png}}{\\sp{\\sn fLine}{\\sv 0}}}',
      '{\\shp{\\sp{\\sn fLine}{\\sv 0}}}',
    ],
    [`{\\pict\\pngblip ${Buffer.from('<svg>').toString('hex')}}`],
    ['{\\pict\\pngblip\\bin6 <!{svg}'],
    [`{\\pict ${Buffer.from([0x1f, 0x8b, 8]).toString('hex')}}`],
  ])('groups are removed: %s', (group, rest = '') => {
    expect(cleaned(rtf(`a${group}b`))).toBe(rtf(`a${rest}b`));
  });

  it.each([
    [`{\\object\\objemb{\\*\\objdata ${object(2)}}{\\result r}}`],
    [`{\\pict\\pngblip ${Buffer.from('\x89PNG<svg', 'latin1').toString('hex')}}`],
    ['{\\pict\\wmetafile8\\bin8 \x01\0\t\0{{{{}'],
    ["{\\*\\generator Writer;}\\u8364\\'80 \\{text\\} \\~"],
  ])('all else stays: %s', (content) => {
    expect(cleaned(rtf(content))).toBe(rtf(content));
  });

  it('a group is removed whole, with what was to be removed in it', () => {
    const inner = '{\\field{\\*\\fldinst LINK a}{\\fldrslt r}}';
    expect(cleaned(rtf(`{\\*\\x ${inner}\\mailmerge ${inner}}b`))).toBe(rtf('b'));
  });
});

describe('damaged RTF', () => {
  it.each([
    ['more levels than any document has', `{\\rtf1 ${'{'.repeat(1000)}`, /levels/],
    ['binary data that is cut off', '{\\rtf1{\\pict\\bin9 12}', /binary data/],
    ['a negative length', '{\\rtf1{\\pict\\bin-9 12}}', /-9 bytes/],
    ['a number that does not fit', '{\\rtf1 \\bin12345678901 }', /long control word/],
    ['a word that is too long', `{\\rtf1 \\${'a'.repeat(33)} }`, /long control word/],
    ['a template outside of a group', '{\\rtf1 \\template a}', /outside of a group/],
    ['a field outside of a group', '{\\rtf1 \\fldinst INCLUDEPICTURE a}<p>text', /outside of a group/],
    ['an end in a group that is removed', '{\\rtf1 {\\template a', /ends inside a group/],
    ['an end in a field', '{\\rtf1 {\\*\\fldinst INCLUDE', /ends inside a group/],
  ])('has %s', (_, text, message) => {
    expect(() => cleaned(text)).toThrow(message);
  });

  it('may close more groups than it opens, or none', () => {
    expect(cleaned('{\\rtf1 a}}} b \\par')).toBe('{\\rtf1 a}}} b \\par');
    expect(cleaned('{\\rtf1 a {b')).toBe('{\\rtf1 a {b');
  });
});
