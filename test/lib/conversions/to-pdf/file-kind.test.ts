import { expect, it } from 'vitest';
import { fromBuffer } from '#lib/base/random-access.ts';
import { type FileKind, kindsOf } from '#lib/conversions/to-pdf/file-kind.ts';
import { gif } from '../../../support/picture-encoders.ts';
import { mailOf, part } from '../../../support/mail.ts';

/** The kind of a file with that name and content. */
async function kindOf(fileName: string, content: Buffer): Promise<FileKind | undefined> {
  const file = {
    field: 'files',
    fileName,
    size: content.length,
    source: { kind: 'inline' as const, bytes: content },
  };
  const [kind] = await kindsOf([file], { lookInto: (_, look) => look(fromBuffer(content)) });
  return kind;
}

const picture = gif({ width: 1, height: 1 }, { width: 1, height: 1, indices: Uint8Array.of(0) });
const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

it.each<[string, string, Buffer, FileKind]>([
  ['a PDF', 'a.pdf', pdf, 'pdf'],
  ['a PDF of ASCII after an empty line', 'a.pdf', Buffer.from('\r\n%PDF-1.4\n1 0 obj\n'), 'pdf'],
  ['a PDF after other bytes', 'a.pdf', Buffer.concat([Buffer.alloc(500), pdf]), 'pdf'],
  ['a PDF after words', 'a.pdf', Buffer.concat([Buffer.from('Served by proxy.\n'), pdf]), 'pdf'],
  ['a text about PDF', 'a.md', Buffer.from('# PDF\n\nA file begins with %PDF-1.7.'), 'markdown'],
  ['a page about PDF', 'a.pdf', Buffer.from('<!doctype html><p>%PDF-1.7'), 'html'],
  ['a mail about PDF', 'a', Buffer.from(mailOf(part('Hello'), { Subject: '%PDF-1.7' })), 'mail'],
  ['a picture with a PDF in it', 'a.gif', Buffer.concat([picture, pdf]), 'picture'],
])('detects %s', async (_, fileName, content, kind) => {
  expect(await kindOf(fileName, content)).toBe(kind);
});
