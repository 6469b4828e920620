import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { editParts } from '#lib/engines/office/part-edits.ts';
import { type WordEdits, wordEdits } from '#lib/engines/office/word-edits.ts';
import { type Paper, paperSizes } from '#lib/api/fields/lengths.ts';
import { expectLinearTime } from '../../../support/linear-time.ts';
import { makeDocx } from '../../../support/office.ts';
import { main, partText, zipParts } from '../../../support/office-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'word-edits-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function edited(document: Buffer, edits: WordEdits): Promise<Buffer> {
  count += 1;
  const [input, output] = [join(folder, `${count}.docx`), join(folder, `${count}-edited.docx`)];
  writeFileSync(input, document);
  return readFileSync(await editParts(input, output, wordEdits(edits)));
}

const declarations = `xmlns:w="${main('wordprocessingml')}" xmlns:a="${main('drawingml')}"`;
const section = '<w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr>';

/** The changed body of a document. */
async function bodyOf(body: string, edits: Partial<WordEdits> = {}): Promise<string> {
  const whole = (content: string): string =>
    `<w:document ${declarations}><w:body>${content}</w:body></w:document>`;
  const document = makeDocx({ parts: { 'word/document.xml': whole(body) } });
  const after = await edited(document, { acceptChanges: true, paper: paperSizes.A4, ...edits });
  const text = partText(after, 'word/document.xml');
  expect(text).toMatch(/^<w:document [^>]*><w:body>.*<\/w:body><\/w:document>$/s);
  return text.replace(/^<w:document [^>]*><w:body>|<\/w:body><\/w:document>$/g, '');
}

const accepted = async (body: string): Promise<string> =>
  (await bodyOf(body + section)).slice(0, -section.length);

const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const gone = (text: string): string => `<w:del w:id="1"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
/** A paragraph whose mark is deleted. */
const marked = (content: string, style = 'Gone', mark = 'del'): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/><w:rPr><w:${mark} w:id="2"/></w:rPr></w:pPr>${content}</w:p>`;
const styled = (content: string, style = 'Kept'): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`;
const cell = (text: string, properties = ''): string => `<w:tc>${properties}<w:p>${run(text)}</w:p></w:tc>`;
const row = (cells: string, properties = ''): string => `<w:tr>${properties}${cells}</w:tr>`;
const goneRow = (text: string): string => row(cell(text), '<w:trPr><w:del w:id="4"/></w:trPr>');

describe('accepting tracked changes', () => {
  it.each([
    ['an insertion', `<w:p><w:ins w:id="1">${run('a')}</w:ins></w:p>`, `<w:p>${run('a')}</w:p>`],
    ['a deletion', `<w:p>${run('a')}${gone('b')}</w:p>`, `<w:p>${run('a')}</w:p>`],
    [
      'a deletion of an insertion',
      `<w:p><w:ins w:id="1">${run('a')}${gone('b')}</w:ins></w:p>`,
      `<w:p>${run('a')}</w:p>`,
    ],
    [
      'moved text',
      `<w:p><w:moveFromRangeStart w:id="1"/><w:moveFrom w:id="2">${run('a')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>` +
        `<w:moveToRangeStart w:id="3"/><w:moveTo w:id="4">${run('a')}</w:moveTo><w:moveToRangeEnd w:id="3"/></w:p>`,
      `<w:p>${run('a')}</w:p>`,
    ],
    [
      'formats',
      '<w:p><w:pPr><w:jc w:val="center"/><w:pPrChange w:id="1"><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange></w:pPr>' +
        '<w:r><w:rPr><w:b/><w:rPrChange w:id="2"><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t></w:r></w:p>',
      '<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r></w:p>',
    ],
    [
      'a numbering',
      '<w:p><w:pPr><w:numPr><w:numId w:val="1"/><w:ins w:id="1"/></w:numPr></w:pPr></w:p>',
      '<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:p>',
    ],
    [
      'an inserted paragraph',
      marked(run('a'), 'A', 'ins') + styled(run('b')),
      `<w:p><w:pPr><w:pStyle w:val="A"/><w:rPr></w:rPr></w:pPr>${run('a')}</w:p>${styled(run('b'))}`,
    ],
    [
      'a deleted paragraph',
      styled(run('a')) + marked(gone('b')) + styled(run('c')),
      styled(run('a')) + styled(run('c')),
    ],
    [
      'several deleted paragraphs, and one that was moved away',
      marked(gone('a')) +
        marked('') +
        marked(`<w:moveFrom w:id="1">${run('b')}</w:moveFrom>`, 'B', 'moveFrom') +
        styled(''),
      styled(''),
    ],
    [
      'a deleted paragraph mark: the content has the properties of the remaining mark',
      marked(run('a') + gone('b')) + styled(gone('c') + run('d')),
      styled(run('a') + run('d')),
    ],
    [
      'deleted paragraph marks in a row',
      marked(run('a'), 'A') + marked(run('b'), 'B') + marked(gone('c'), 'C') + styled(run('d')),
      styled(run('a') + run('b') + run('d')),
    ],
    [
      'a deleted paragraph mark before a paragraph without properties',
      `${marked(run('a'))}<w:bookmarkStart w:id="1" w:name="b"/><w:p>${run('b')}</w:p>`,
      `<w:p>${run('a')}<w:bookmarkStart w:id="1" w:name="b"/>${run('b')}</w:p>`,
    ],
    [
      'a deleted paragraph mark before an empty paragraph',
      `${marked(run('a'))}<w:p/>`,
      `<w:p>${run('a')}</w:p>`,
    ],
    [
      'a deleted paragraph mark whose remaining mark has changes itself',
      `${marked(run('a'))}<w:p><w:pPr><w:keepNext/><w:rPr><w:ins w:id="1"/><w:b/></w:rPr><w:pPrChange w:id="1"><w:pPr/></w:pPrChange></w:pPr></w:p>`,
      `<w:p><w:pPr><w:keepNext/><w:rPr><w:b/></w:rPr></w:pPr>${run('a')}</w:p>`,
    ],
    [
      'a deleted paragraph before a table',
      `${marked(gone('a'))}<w:tbl>${row(cell('b'))}</w:tbl><w:p/>`,
      `<w:tbl>${row(cell('b'))}</w:tbl><w:p/>`,
    ],
    [
      'a deleted paragraph that a cell cannot be without',
      `<w:tbl><w:tr><w:tc>${marked(gone('a'))}${marked(gone('b'), 'Last')}</w:tc></w:tr></w:tbl>`,
      `<w:tbl><w:tr><w:tc><w:p><w:pPr><w:pStyle w:val="Last"/><w:rPr></w:rPr></w:pPr></w:p></w:tc></w:tr></w:tbl>`,
    ],
    [
      'rows',
      `<w:tbl>${goneRow('a')}${row(cell('b'), '<w:trPr><w:ins w:id="1"/></w:trPr>')}</w:tbl>`,
      `<w:tbl>${row(cell('b'), '<w:trPr></w:trPr>')}</w:tbl>`,
    ],
    [
      'a table whose rows are all deleted',
      `<w:tbl><w:tblPr/>${goneRow('a')}${goneRow('b')}</w:tbl><w:p/>`,
      '<w:p/>',
    ],
    [
      'a table in a table',
      `<w:tbl>${row(`<w:tc><w:tbl>${goneRow('a')}</w:tbl><w:p/></w:tc>`)}</w:tbl>`,
      `<w:tbl>${row('<w:tc><w:p/></w:tc>')}</w:tbl>`,
    ],
    [
      'cells',
      `<w:tbl>${row(cell('a', '<w:tcPr><w:cellDel w:id="1"/></w:tcPr>') + cell('b', '<w:tcPr><w:cellIns w:id="1"/></w:tcPr>'))}` +
        `${row(cell('c', '<w:tcPr><w:cellDel w:id="1"/></w:tcPr>'))}</w:tbl>`,
      `<w:tbl>${row(cell('b', '<w:tcPr></w:tcPr>'))}</w:tbl>`,
    ],
    [
      'merged cells',
      `<w:tbl>${row(cell('a', '<w:tcPr><w:cellMerge w:id="1" w:vMerge="rest"/></w:tcPr>'))}` +
        `${row(cell('b', '<w:tcPr><w:cellMerge w:id="1" w:vMerge="cont"/></w:tcPr>'))}</w:tbl>`,
      `<w:tbl>${row(cell('a', '<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>'))}` +
        `${row(cell('b', '<w:tcPr><w:vMerge/></w:tcPr>'))}</w:tbl>`,
    ],
    [
      'text boxes',
      `<w:p><w:r><w:pict><w:txbxContent>${marked(run('a'))}<w:p>${run('b')}</w:p></w:txbxContent></w:pict></w:r>${gone('c')}</w:p>`,
      `<w:p><w:r><w:pict><w:txbxContent><w:p>${run('a')}${run('b')}</w:p></w:txbxContent></w:pict></w:r></w:p>`,
    ],
    [
      'nothing in other vocabularies',
      '<w:p><w:r><a:path><a:moveTo><a:pt/></a:moveTo></a:path></w:r></w:p>',
      '<w:p><w:r><a:path><a:moveTo><a:pt/></a:moveTo></a:path></w:r></w:p>',
    ],
    [
      'what another prefix names',
      `<w:p><x:ins xmlns:x="${main('wordprocessingml')}">${run('a')}</x:ins><ins xmlns="urn:other">b</ins></w:p>`,
      `<w:p>${run('a')}<ins xmlns="urn:other">b</ins></w:p>`,
    ],
  ])('%s', async (_, before, after) => {
    expect(await accepted(before)).toBe(after);
  });

  it('applies to headers, footers, notes and comments', async () => {
    const parts = ['header', 'footer', 'footnotes', 'endnotes', 'comments'];
    const types = parts.map(
      (part) =>
        `<Override PartName="/word/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${part}+xml"/>`,
    );
    const plain = makeDocx();
    const before = `<w:x ${declarations}><w:p>${gone('a')}</w:p></w:x>`;
    const document = makeDocx({
      parts: {
        '[Content_Types].xml': partText(plain, '[Content_Types].xml').replace(
          '</Types>',
          `${types.join('')}</Types>`,
        ),
        ...Object.fromEntries(parts.map((part) => [`word/${part}.xml`, before])),
        'word/other.xml': before,
      },
    });
    const after = await edited(document, { acceptChanges: true, paper: paperSizes.A4 });
    for (const part of parts)
      expect(partText(after, `word/${part}.xml`)).toBe(`<w:x ${declarations}><w:p></w:p></w:x>`);
    expect(partText(after, 'word/other.xml')).toBe(before);
  });

  it('removes the notes whose references are deleted', async () => {
    const note = (id: number): string => `<w:footnote w:id="${id}"><w:p/></w:footnote>`;
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const [first, second, third, fourth] = [1, 2, 3, 4].map(reference);
    const table = `<w:tbl>${row(`<w:tc><w:p>${third}</w:p></w:tc>`, '<w:trPr><w:del/></w:trPr>')}</w:tbl>`;
    const types = partText(makeDocx(), '[Content_Types].xml').replace(
      '</Types>',
      '<Override PartName="/a.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>',
    );
    const notes = (content: string): string => `<w:footnotes ${declarations}>${content}</w:footnotes>`;
    const body = `<w:p>${first}<w:del>${second}</w:del></w:p>${table}<w:p>${fourth}</w:p>`;
    const document = zipParts({
      'a.xml': notes([1, 2, 3, 4].map(note).join('')),
      ...unzipSync(makeDocx()),
      '[Content_Types].xml': types,
      'word/document.xml': `<w:document ${declarations}><w:body>${body}</w:body></w:document>`,
    });
    const after = await edited(document, { acceptChanges: true, paper: paperSizes.A4 });
    expect(partText(after, 'a.xml')).toBe(notes(note(1) + note(4)));
  });

  it('is skipped when they are to be shown', async () => {
    const body = `<w:p>${gone('a')}</w:p>${section}`;
    expect(await bodyOf(body, { acceptChanges: false })).toBe(body);
  });

  it("takes time linear in the document's size", async () => {
    const bodyOfSize = (times: number) => marked(run('a') + gone('b')).repeat(times) + styled('');
    await expectLinearTime(1_000, bodyOfSize, accepted);
    expect(await accepted(bodyOfSize(3))).toBe(styled(run('a').repeat(3)));
  });

  it('reports malformed XML as a damaged document', async () => {
    const broken = makeDocx({
      parts: { 'word/document.xml': `<w:document ${declarations}></w:a></w:b></w:c>` },
    });
    await expect(edited(broken, { acceptChanges: true, paper: paperSizes.A4 })).rejects.toMatchObject({
      code: 'damaged-document',
    });
  });
});

describe('paper', () => {
  const size = (paper: Paper, orientation = ''): string =>
    `<w:pgSz xmlns:w="${main('wordprocessingml')}" w:w="${Math.round(paper.width * 1440)}" w:h="${Math.round(paper.height * 1440)}"${orientation}/>`;
  const a5 = size(paperSizes.A5);

  it.each([
    ['no section', '<w:p/>', `<w:p/><w:sectPr xmlns:w="${main('wordprocessingml')}">${a5}</w:sectPr>`],
    ['an empty section', '<w:sectPr w:rsidR="1"/>', `<w:sectPr w:rsidR="1">${a5}</w:sectPr>`],
    [
      'a section with margins alone',
      '<w:sectPr><w:headerReference/><w:type/><w:pgMar/></w:sectPr>',
      `<w:sectPr><w:headerReference/><w:type/>${a5}<w:pgMar/></w:sectPr>`,
    ],
    [
      'a section with headers alone',
      '<w:sectPr><w:headerReference/></w:sectPr>',
      `<w:sectPr><w:headerReference/>${a5}</w:sectPr>`,
    ],
    [
      'a section whose properties were changed',
      `<w:sectPr><w:sectPrChange w:id="1"><w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr></w:sectPrChange></w:sectPr>`,
      `<w:sectPr>${a5}</w:sectPr>`,
    ],
    [
      'several sections',
      `<w:p><w:pPr><w:sectPr/></w:pPr></w:p>${section}`,
      `<w:p><w:pPr><w:sectPr>${a5}</w:sectPr></w:pPr></w:p>${section}`,
    ],
    ['a section that names its own', section, section],
  ])('is set where missing: %s', async (_, before, after) => {
    expect(await bodyOf(before, { paper: paperSizes.A5 })).toBe(after);
  });

  it('with a width greater than its height creates a landscape section', async () => {
    expect(await bodyOf('<w:sectPr/>', { paper: paperSizes.Ledger })).toBe(
      `<w:sectPr>${size(paperSizes.Ledger, ' w:orient="landscape"')}</w:sectPr>`,
    );
  });

  it.each([
    [
      'upright paper',
      '<w:sectPr><w:type/><w:pgSz w:w="11906" w:orient="portrait" w:h="16838" w:code="9"/></w:sectPr>',
      '<w:sectPr><w:type/><w:pgSz w:w="16838" w:h="11906" w:orient="landscape" w:code="9"/></w:sectPr>',
    ],
    ['wide paper stays', section.replace('w:w="1"', 'w:w="9"'), section.replace('w:w="1"', 'w:w="9"')],
    [
      'no paper',
      '<w:sectPr/>',
      `<w:sectPr>${size({ width: paperSizes.A5.height, height: paperSizes.A5.width }, ' w:orient="landscape"')}</w:sectPr>`,
    ],
  ])('in landscape orientation: %s', async (_, before, after) => {
    expect(await bodyOf(before, { paper: paperSizes.A5, landscape: true })).toBe(after);
  });
});
