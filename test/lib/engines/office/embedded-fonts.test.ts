import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { docxWithFont, pptxWithFont } from '../../../security/font-documents.ts';
import { own } from '../../../security/linked-documents.ts';
import { makeFont } from '../../../support/font.ts';
import { freshOptions } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { pageTexts } from '../../../support/pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'embedded-fonts-'));
const work = join(folder, 'work');
const aside = join(folder, 'aside');
mkdirSync(aside);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const family = 'Canary Sans';
const font = makeFont(family);

/** A font whose table offsets are past its end. */
function misleadingFont(): Buffer {
  const bytes = Buffer.from(font);
  for (let table = 0; table < bytes.readUInt16BE(4); table += 1) {
    bytes.writeUInt32BE(0xffff_fff0, 12 + table * 16 + 8);
  }
  return bytes;
}

describe.skipIf(leftOut('libreoffice'))('embedded fonts', () => {
  // The kernel's restrictions are not what stops fonts here.
  const converter = new OfficeConverter({
    ...freshOptions(work),
    hostFile: join(import.meta.dirname, 'libreoffice', 'unconfined-host.ts'),
  });
  beforeAll(() => converter.prepare());
  afterAll(() => converter.stop());

  /** The files in the work directory that do not belong to a conversion. */
  const sharedFiles = (): string[] =>
    readdirSync(work, { recursive: true, encoding: 'utf8' }).filter((path) => !path.includes('/hosts/'));

  /** The text and the fonts of the document's PDF. */
  async function converted(
    document: Buffer,
    kind: 'docx' | 'pptx' = 'docx',
  ): Promise<{ text: string; fonts: string[] }> {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, document);
    await converter.convert({
      inputFile,
      kind,
      filterOptions: '',
      outputFile,
      deadline: Date.now() + 20_000,
    });
    const pdf = readFileSync(outputFile);
    const fonts = [...pdf.toString('latin1').matchAll(/\/BaseFont\/[A-Z]{6}\+([\w-]+)/g)];
    return {
      text: (await pageTexts(pdf)).join(' '),
      fonts: [...new Set(fonts.map(([, name = '']) => name))],
    };
  }

  it('of a DOCX are used for it and removed with it', async () => {
    // Converting a new layer's first document makes LibreOffice, unconfined here, create empty folders in it.
    await converted(docxWithFont(family, Buffer.alloc(0)));
    const before = sharedFiles();
    const { text, fonts } = await converted(docxWithFont(family, font));
    expect(text).toContain(`In ${family}`);
    expect(fonts).toContain('CanarySans');
    expect(sharedFiles()).toEqual(before);
    const next = await converted(docxWithFont(family, Buffer.alloc(0)));
    expect(next.text).toContain(`In ${family}`);
    expect(next.fonts).not.toContain('CanarySans');
  });

  it.each([
    ['cut off', font.subarray(0, 5000)],
    ['empty', Buffer.alloc(0)],
    ['of noise', Buffer.from(font).fill('noise', 100)],
    ['with tables outside it', misleadingFont()],
    ['of 30 MB', Buffer.alloc(30_000_000, font)],
  ])('%s affect neither their document nor the next', async (_, bytes) => {
    for (const [kind, document] of [
      ['docx', docxWithFont(family, bytes)],
      ['pptx', pptxWithFont(family, bytes)],
    ] as const) {
      expect((await converted(document, kind)).text).toContain(own);
    }
    expect((await converted(docxWithFont(family, font))).fonts).toContain('CanarySans');
  });

  it('cannot choose where they are stored', async () => {
    const before = sharedFiles();
    const up = '../'.repeat(20);
    for (const name of [
      `${up}${aside.slice(1)}/font`,
      `${aside}/font`,
      `%2e%2e/${up}${aside.slice(1)}/font`,
    ]) {
      expect((await converted(docxWithFont(name, font))).text).toContain(own);
    }
    expect(readdirSync(aside)).toEqual([]);
    expect(sharedFiles()).toEqual(before);
  });
});
