import { describe, expect, it } from 'vitest';
import { isMail } from '#lib/engines/mail/is-mail.ts';
import { mailOf } from '../../../support/mail.ts';

const taken = (text: string, name = ''): boolean => isMail(Buffer.from(text), name);

describe('isMail', () => {
  it.each([
    ['a mail', mailOf('\r\nText')],
    ['a mail with line feeds alone', mailOf('\r\nText').replaceAll('\r\n', '\n')],
    ['a mail that begins with its way', 'Received: from a\n\tby b; Mon, 23 Nov 2026\nFrom: a@b.c\n\n'],
    ['a mail with fields of its own', 'X-Spam: no\nMessage-ID: <1@a>\nSubject: a\n\n'],
    ['a mail after a byte order mark and empty lines', `\ufeff\r\n\r\n${mailOf('\r\n')}`],
    ['a mail whose header is longer than the start', `MIME-Version: 1.0\nTo: ${'a@b.c,\n '.repeat(600)}`],
  ])('takes %s for one', (_, text) => {
    expect(taken(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['text', 'Dear Bob,\n\nthis is text.\n'],
    ['a memo', 'From: Ann\nTo: Bob\nDate: 23 November\nSubject: Lunch\n\nAt noon?\n'],
    ['a mailbox of many mails', `From ann@example.com Mon Nov 23 14:05:33 2026\n${mailOf('\r\n')}`],
    ['an HTTP response', `HTTP/1.1 200 OK\nDate: Mon, 23 Nov 2026 14:05:33 GMT\nContent-Type: a/b\n\n`],
    ['fields of HTTP', 'Date: Mon, 23 Nov 2026 14:05:33 GMT\nContent-Type: text/html\nServer: a\n\n'],
    ['front matter', '---\ntitle: a\ndate: b\n---\n'],
    ['a page', '<!doctype html><p>Subject: a\nMIME-Version: 1.0\n'],
    ['a PDF', '%PDF-1.7\nSubject: a\nMIME-Version: 1.0\n'],
    ['fields after text', `Hello\n${mailOf('\r\n')}`],
    ['CSV', 'Subject,From,To\na,b,c\n'],
  ])('does not take %s for one', (_, text) => {
    expect(taken(text)).toBe(false);
  });

  it('expects less of a file that is named so', () => {
    expect(taken('Subject: a\n\nText', 'a.EML')).toBe(true);
    expect(taken('Subject: a\n\nText', 'a.txt')).toBe(false);
    expect(taken('Dear Bob', 'a.eml')).toBe(false);
  });
});
