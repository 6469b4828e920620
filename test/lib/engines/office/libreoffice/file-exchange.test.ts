import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainFileName, takeFiles, takePdf } from '#lib/engines/office/libreoffice/file-exchange.ts';

let folder: string;
let target: string;
let host: string;
let outputs: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-exchange-'));
  host = join(folder, 'host');
  outputs = join(host, 'output');
  mkdirSync(outputs, { recursive: true });
  target = join(folder, 'result.pdf');
  writeFileSync(join(folder, 'secret.pdf'), '%PDF of another job');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('takePdf', () => {
  it('moves the PDF to its target', async () => {
    writeFileSync(join(outputs, 'document.pdf'), '%PDF-1.7');
    expect(await takePdf(host, target)).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('%PDF-1.7');
  });

  it.each([
    ['nothing', () => undefined],
    ['another kind of file', () => writeFileSync(join(outputs, 'document.pdf'), 'text')],
    ['a folder', () => mkdirSync(join(outputs, 'document.pdf'))],
    ['a link', () => symlinkSync(join(folder, 'secret.pdf'), join(outputs, 'document.pdf'))],
  ])('does not accept %s', async (_, leave) => {
    leave();
    expect(await takePdf(host, target)).toBe(false);
    expect(() => readFileSync(target)).toThrow('ENOENT');
  });
});

describe('takeFiles', () => {
  const limits = { files: 2, bytes: 10 };
  const taken = async (): Promise<string[]> => {
    const made = mkdtempSync(join(folder, 'taken-'));
    const files = await takeFiles(host, made, limits);
    return files.map(({ name, path }) => `${name} ${path.slice(made.length)} ${readFileSync(path, 'utf8')}`);
  };
  const leave = (name: string, content: string): void => writeFileSync(join(outputs, name), content);

  it('moves regular files, which get numbers for names', async () => {
    leave('b.png', 'two');
    leave('..\\a.html', 'one');
    expect(await taken()).toEqual(['..\\a.html /0 one', 'b.png /1 two']);
  });

  it('ignores links and folders', async () => {
    symlinkSync(join(folder, 'secret.pdf'), join(outputs, 'a.html'));
    mkdirSync(join(outputs, 'b'));
    expect(await taken()).toEqual([]);
  });

  it('takes nothing from a folder that was replaced by a link', async () => {
    rmSync(outputs, { recursive: true });
    symlinkSync(folder, outputs);
    expect(await taken()).toEqual([]);
  });

  it.each([
    ['many', () => ['a', 'b', 'c'].forEach((name) => leave(name, ''))],
    ['large', () => ['a', 'b'].forEach((name) => leave(name, '123456'))],
  ])('rejects too %s files', async (_, leaveThem) => {
    leaveThem();
    await expect(taken()).rejects.toMatchObject({ code: 'file-too-large' });
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
