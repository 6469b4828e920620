import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainFileName, takePdf } from '#lib/engines/office/libreoffice/file-exchange.ts';

let folder: string;
let target: string;
let host: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-exchange-'));
  host = join(folder, 'host');
  mkdirSync(host);
  target = join(folder, 'result.pdf');
  writeFileSync(join(folder, 'secret.pdf'), '%PDF of another job');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('takePdf', () => {
  it('moves the PDF to its target', async () => {
    writeFileSync(join(host, 'document.pdf'), '%PDF-1.7');
    expect(await takePdf(host, target)).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('%PDF-1.7');
  });

  it.each([
    ['nothing', () => undefined],
    ['another kind of file', () => writeFileSync(join(host, 'document.pdf'), 'text')],
    ['a folder', () => mkdirSync(join(host, 'document.pdf'))],
    ['a link', () => symlinkSync(join(folder, 'secret.pdf'), join(host, 'document.pdf'))],
  ])('does not accept %s', async (_, leave) => {
    leave();
    expect(await takePdf(host, target)).toBe(false);
    expect(() => readFileSync(target)).toThrow('ENOENT');
  });
});

describe('plainFileName', () => {
  it.each([
    ['report.docx', 'report.docx'],
    ['report', 'report.docx'],
    ['a/b\\c.doc', 'a_b_c.docx'],
    ['Отчёт.docx', 'document.docx'],
    ['.docx', 'document.docx'],
    ['tab\tand\0null.docx', 'document.docx'],
  ])('converts %j to %j', (name, plain) => {
    expect(plainFileName(name, 'docx')).toBe(plain);
  });
});
