import { describe, expect, it } from 'vitest';
import type { InputFile } from '#lib/files/input-file.ts';
import { checkAssetNames, checkText } from '#lib/conversions/html/html-file.ts';

describe('an HTML file', () => {
  it.each([
    ['HTML', Buffer.from('<!doctype html><p>x')],
    ['XHTML', Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
    ['plain text', Buffer.from('Only text.')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<p>x')],
    ['UTF-16', Buffer.from('\ufeff<p>x', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\ufeff<p>x', 'utf16le').swap16()],
    ['Shift JIS', Buffer.from([0x3c, 0x70, 0x3e, ...Array<number>(200).fill(0x93)])],
  ])('may be %s', (_, content) => {
    expect(() => checkText(content, 'an HTML')).not.toThrow();
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a PNG image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d])],
    ['an archive or office document', Buffer.from('PK\x03\x04')],
    ['a binary file', Buffer.from('\x7fELF\0\0\0\0', 'latin1')],
  ])('is not %s', (what, content) => {
    expect(() => checkText(content, 'an HTML')).toThrow(
      expect.objectContaining({ code: 'invalid-file-type', predicate: `is ${what}, not an HTML file` }),
    );
  });
});

describe('assets', () => {
  const asset = (index: number, fileName: string): InputFile => ({
    field: `assets[${index}]`,
    fileName,
    size: 1,
    source: { kind: 'inline', bytes: Buffer.from('x') },
  });

  it('have names of their own', () => {
    expect(() => checkAssetNames([asset(0, 'a.png'), asset(1, 'A.png'), asset(2, 'b.css')])).not.toThrow();
  });

  it('are rejected by name if their names are missing or not unique', () => {
    expect(() => checkAssetNames([asset(0, 'a.png'), asset(1, ''), asset(2, 'a.png')])).toThrow(
      expect.objectContaining({
        code: 'invalid-field',
        errors: [
          { field: 'assets[1]', message: expect.stringContaining('must have a file name') as string },
          { field: 'assets[2]', message: 'must not have the same file name as assets[0]: a.png' },
        ],
      }),
    );
  });
});
