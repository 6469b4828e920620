import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileNames, attachment, safeFileName, withExtension } from '#lib/base/file-name.ts';

describe('file names', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['a"b\'c.pdf', 'abc.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['Übersicht 日本語 🗂️.pdf', 'Übersicht 日本語 🗂️.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['..', ''],
    ['/', ''],
    ['', ''],
  ])('%j becomes %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  it.each([
    ['report', 'report.pdf'],
    ['report.pdf', 'report.pdf'],
    ['report.PDF', 'report.pdf'],
    ['report.v2', 'report.v2.pdf'],
  ])('%j gets its extension once: %j', (name, expected) => {
    expect(withExtension(name, '.pdf')).toBe(expected);
  });

  it('are cut at 255 bytes between characters, before the extension', () => {
    const name = withExtension('ü'.repeat(200), '.pdf');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^ü+\.pdf$/);
  });

  it('never contain a path, a quote or a line break in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = attachment(withExtension(safeFileName(name) || 'x', '.pdf'));
        expect(header).toMatch(/^attachment; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      }),
    );
  });
});

describe('names of files that are used together', () => {
  it('have a number if they are taken, also if only the case of letters differs', () => {
    const names = new FileNames();
    const taken = ['a', 'A', 'a', 'b'].map((stem) => names.take(stem, '', '.pdf'));
    expect(taken).toEqual(['a.pdf', 'A-2.pdf', 'a-3.pdf', 'b.pdf']);
  });

  it('keep their number if they are cut', () => {
    const names = new FileNames();
    const taken = [1, 2].map(() => names.take('x'.repeat(300), '', '.pdf'));
    expect(taken.map((name) => [name.length, name.slice(-7)])).toEqual([
      [255, 'xxx.pdf'],
      [255, 'x-2.pdf'],
    ]);
  });
});
