import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareTable, prepareText } from '#lib/engines/office/text/prepare-text.ts';
import { findSeparator } from '#lib/engines/office/text/separator.ts';
import { LineLimits, TableLimits, textLimits } from '#lib/engines/office/text/text-limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [input, output] = [join(folder, 'input'), join(folder, 'output')];

describe('the encoding of a text', () => {
  const text = 'Grüße € 100';
  const windows = Buffer.from([...Buffer.from('Grüße ', 'latin1'), 0x80, ...Buffer.from(' 100')]);

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(text, 'utf16le').swap16()],
    ['Windows-1252', windows],
  ])('is detected: %s', async (_, bytes) => {
    writeFileSync(input, bytes);
    await prepareText(input, output, {});
    expect(readFileSync(output, 'utf8')).toBe(`\ufeff${text}`);
  });

  it('is Windows-1252 if UTF-8 becomes invalid late', async () => {
    writeFileSync(input, Buffer.concat([Buffer.from(`${'ü'.repeat(100)}\n`.repeat(5000)), windows]));
    await prepareText(input, output, {});
    expect(readFileSync(output, 'utf8')).toMatch(/^\ufeffÃ¼.*Grüße € 100$/s);
  });

  it('is the one that the caller names', async () => {
    writeFileSync(input, Buffer.from([0xcf, 0xf0, 0xe8]));
    await prepareText(input, output, { encoding: 'windows-1251' });
    expect(readFileSync(output, 'utf8')).toBe('\ufeffПри');
    writeFileSync(input, Buffer.from([0xff]));
    await expect(prepareText(input, output, { encoding: 'utf-8' })).rejects.toMatchObject({
      code: 'damaged-document',
      predicate: 'is not text in the encoding utf-8',
    });
    writeFileSync(input, Buffer.from('a\xc3', 'latin1'));
    await expect(prepareText(input, output, { encoding: 'utf-8' })).rejects.toThrow('utf-8');
  });
});

describe('the separator of a table', () => {
  it.each([
    [',', 'a,b\nc,d\n'],
    [';', 'a;1,5\nb;2,5\nc;3\n'],
    ['\t', 'a\tb, c\nd\te\n'],
    ['|', 'a|b\nc|d\n'],
    [';', '"a,b";c\n"d\n;e";f\n'],
    [',', 'name,value\r\n\r\na,1\r\n'],
    [undefined, 'words\nmore words\n'],
    [undefined, ''],
  ])('is detected: %j in %j', (separator, text) => {
    expect(findSeparator(text)).toBe(separator);
  });

  it('becomes an option of the import, and the encoding UTF-8', async () => {
    writeFileSync(input, Buffer.from('ä;b\nc;d\n', 'latin1'));
    expect(await prepareTable(input, output, {})).toBe('59,34,76,1');
    expect(readFileSync(output, 'utf8')).toBe('\ufeffä;b\nc;d\n');
    expect(await prepareTable(input, output, { separator: '\t' })).toBe('9,34,76,1');
    writeFileSync(input, 'one column');
    expect(await prepareTable(input, output, {})).toBe('44,34,76,1');
  });
});

describe('limits of texts and tables', () => {
  it('a line may have a million characters', () => {
    const lines = new LineLimits();
    for (let line = 0; line < 3; line += 1) {
      lines.read('a'.repeat(textLimits.line / 2));
      lines.read(`${'a'.repeat(textLimits.line / 2)}\r\n`);
    }
    lines.read('a'.repeat(textLimits.line));
    expect(() => lines.read('a')).toThrow('a line of more than 1000000 characters');
  });

  it('a table may have the columns of a sheet', () => {
    const most = ','.repeat(textLimits.columns - 1);
    const table = new TableLimits(',');
    table.read(`${most}\n${most}\r`);
    table.read('";,,,\n\n');
    table.read(`,"${most};`);
    expect(() => table.read(',')).toThrow('more than 16384 columns');
  });

  it.each(['\n', '\r', '\r\n'])('a table may have the rows of a sheet, with the line ends %j', (end) => {
    const table = new TableLimits(',');
    table.read(end.repeat(textLimits.rows));
    table.read(`"${'\n'.repeat(9)}"`);
    expect(() => table.read(end)).toThrow('more than 1048576 rows');
  });
});
