import { describe, expect, it } from 'vitest';
import { downloadName } from '#lib/engines/egress/download-name.ts';

const url = new URL('https://files.example/a/report.pdf?x=1');
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

describe('the name of a download', () => {
  it.each([
    ['attachment; filename=a.pdf', 'a.pdf'],
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ['attachment;FileName = "a.pdf" ; size=3', 'a.pdf'],
    ['inline; filename="a;b\\"c.pdf"', 'a;bc.pdf'],
    ["attachment; filename=a.pdf; filename*=UTF-8''m%C3%BCde.pdf", 'müde.pdf'],
    ["attachment; filename*=utf-8'de'm%C3%BCde.pdf; filename=a.pdf", 'müde.pdf'],
    ["attachment; filename*=ISO-8859-1''m%FCde.pdf; filename=a.pdf", 'a.pdf'],
    [latin1('attachment; filename="müde.pdf"'), 'müde.pdf'],
    ['attachment; filename="m\u00fcde.pdf"', 'müde.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\secret\\\\a.pdf"', 'a.pdf'],
    [latin1('attachment; filename="a\u0000\u202egpj.exe"'), 'agpj.exe'],
    ['attachment; filename="one.pdf"; filename="two.pdf"', 'one.pdf'],
  ])('%j', (disposition, name) => {
    expect(downloadName(disposition, url)).toBe(name);
  });

  it.each([
    undefined,
    '',
    'attachment',
    'attachment; filename=',
    'attachment; filename=".."',
    '"; filename="a',
  ])('is that of the path for %j', (disposition) => {
    expect(downloadName(disposition, url)).toBe('report.pdf');
  });

  it.each([
    ['https://files.example/', ''],
    ['https://files.example', ''],
    ['https://files.example/a/', ''],
    ['https://files.example/a/..%2F..%2Fpasswd', 'passwd'],
    ['https://files.example/%E4%BD%A0.pdf', '你.pdf'],
    ['https://files.example/100%.pdf', '100%.pdf'],
    [`https://files.example/${'x'.repeat(1_000)}`, 'x'.repeat(255)],
  ])('of %s', (path, name) => {
    expect(downloadName(undefined, new URL(path))).toBe(name);
  });
});
