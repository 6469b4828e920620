import { afterAll, describe, expect, it } from 'vitest';
import { MailThread } from '#lib/conversions/html/mail/mail-thread.ts';
import { filePart, htmlPart, mailOf, multipart, part } from '../../../../support/mail.ts';

const program = new URL('../../../../../lib/conversions/html/mail/worker.ts', import.meta.url);
const thread = new MailThread(program, 1024);
afterAll(() => thread.stop());

const pageOf = (mail: string, milliseconds = 60_000) =>
  thread.run({ bytes: Buffer.from(mail) }, Date.now() + milliseconds);

const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';

/** Multipart bodies of which each is a part of the one before. */
const nested = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
  ).join('') + part('Innermost');

const code = (error: unknown): unknown => (error as { code: unknown }).code;

/** A page, or the code of the error. */
const outcomeOf = (mail: string): Promise<unknown> =>
  pageOf(mail).then(({ html }) => (html.startsWith('\ufeff<!doctype html>') ? 'page' : html), code);

describe('MailThread', () => {
  it('makes a page of a mail, and transfers its files', async () => {
    const file = filePart('a/b', 'content', 'Content-Disposition: attachment; filename=a.b');
    const { html, attachments } = await pageOf(mailOf(multipart('mixed', htmlPart('<p>Hello'), file)));
    expect(html).toContain('<p>Hello');
    expect(attachments.map(({ content }) => Buffer.from(content).toString())).toEqual(['content']);
  });

  it.each([
    ['parts nested a thousand deep', mailOf(nested(1000)), 'file-too-large'],
    ['parts nested forty deep', mailOf(nested(40)), 'page'],
    ['a header of 10 MB', mailOf(part('a'), { X: 'a'.repeat(10_000_000) }), 'file-too-large'],
    ['two million lines', mailOf(`\r\n${'\n'.repeat(2_000_000)}`), 'file-too-large'],
    [
      'a hundred thousand parts with headers',
      mailOf(mixed + `--b\r\n${part('a', 'Content-Type: image/png')}\r\n`.repeat(100_000)),
      'file-too-large',
    ],
    ['a hundred thousand parts', mailOf(mixed + '--b\n\na\n'.repeat(100_000)), 'page'],
    ['a hundred thousand addresses', mailOf(part('a'), { To: 'a@b.c, '.repeat(100_000) }), 'page'],
    ['a hundred thousand open elements', mailOf(htmlPart('<b><p>'.repeat(100_000))), 'page'],
    ['a style sheet of open brackets', mailOf(htmlPart(`<style>${'a{(['.repeat(300_000)}`)), 'page'],
    [
      'a boundary that begins another',
      mailOf('Content-Type: multipart/mixed; boundary=b\n\n--bb\n\na\n--b\n\nc\n--b--'),
      'page',
    ],
    ['an empty boundary', mailOf('Content-Type: multipart/mixed; boundary=""\n\n--\n\na\n----\n'), 'page'],
    ['no header', 'Just text', 'page'],
    ['nothing', '', 'page'],
    ['zeros', '\0'.repeat(1_000_000), 'page'],
  ])('takes bounded time for %s', { timeout: 60_000 }, async (_, mail, expected) => {
    expect(await outcomeOf(mail)).toBe(expected);
  });

  it('makes a page of any part of a mail', async () => {
    const mail = mailOf(
      multipart(
        'mixed',
        multipart('alternative', part('Text'), htmlPart('<style>p{color:red}</style><p>a</p>')),
        filePart(
          'image/png',
          'content',
          'Content-ID: <a>',
          "Content-Disposition: inline; filename*=utf-8''%E2%82",
        ),
      ),
    );
    for (let end = 0; end < mail.length; end += 7) expect(await outcomeOf(mail.slice(0, end))).toBe('page');
  });

  it('ends a mail that takes too long, and reads the next', async () => {
    const slow = mailOf(htmlPart('<b><p>'.repeat(2_000_000)));
    await expect(pageOf(slow, 50)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await outcomeOf(mailOf(part('next')))).toBe('page');
  });
});
