import { describe, expect, it } from 'vitest';
import { mailPage } from '#lib/engines/mail/page.ts';
import { filePart, htmlPart, mailOf, multipart, part } from '../../../support/mail.ts';

const pageOf = (mail: string | Buffer) => mailPage(Buffer.from(mail as string));
const plain = (text: string, fields = {}) =>
  mailOf(part(text, 'Content-Type: text/plain; charset=utf-8'), fields);
const shown = (html: string): string =>
  html
    .replace(/^.*<header>/s, '')
    .replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('the header block', () => {
  it('shows subject, people, and the date with the offset that was written', async () => {
    const { html, metadata } = await pageOf(
      plain('Text', { Cc: 'c@example.com', Bcc: 'secret@example.com' }),
    );
    expect(shown(html)).toBe(
      'Plan From Ann &lt;ann@example.com&gt; To Bob &lt;bob@example.com&gt; Cc c@example.com Date 2026-11-23 14:05:33 +01:00 Text',
    );
    expect(metadata).toEqual({
      title: 'Plan',
      author: 'Ann <ann@example.com>',
      CreationDate: "D:20261123140533+01'00'",
    });
    expect(html).not.toContain('secret@example.com');
  });

  it('decodes encoded words and names', async () => {
    const fields = {
      Subject: '=?ISO-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IOKCrA==?=',
      From: '=?utf-8?Q?=C3=84nn?= <a@b.c>',
    };
    const { html, metadata } = await pageOf(plain('', fields));
    expect(metadata).toMatchObject({ title: 'Grüße €', author: 'Änn <a@b.c>' });
    expect(shown(html)).toContain('Grüße € From Änn');
  });

  it('is text whatever the fields contain', async () => {
    const { html } = await pageOf(
      plain('', { Subject: '</title><script>a</script>', To: '"<b>x</b>" <a@b.c>' }),
    );
    expect(html).not.toMatch(/<script|<b>x/);
    expect(html).toContain('&lt;script&gt;');
  });

  it.each([
    ['Tue, 1 Jul 2003 10:52:37 -0430', '2003-07-01 10:52:37 -04:30'],
    ['1 Jul 03 10:52 EST', '2003-07-01 10:52:00 -05:00'],
    ['Tue, 01 Jul 2003 10:52:37 GMT', '2003-07-01 10:52:37 +00:00'],
    ['Tue, 99 Jul 2003 10:52:37 +0000', 'Tue, 99 Jul 2003 10:52:37 +0000'],
    ['yesterday', 'yesterday'],
  ])('shows the date %s', async (Date, text) => {
    expect(shown((await pageOf(plain('', { Date }))).html)).toContain(`Date ${text}`);
  });
});

describe('the body', () => {
  it.each([
    ['ISO-8859-15', Buffer.from('\xa4 100', 'latin1'), '€ 100'],
    ['windows-1251', Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'), 'Привет'],
    ['ISO-2022-JP', Buffer.from('\x1b$B2q5D\x1b(B'), '会議'],
    ['UTF-8', Buffer.from('🙂'), '🙂'],
    ['nonsense', Buffer.from('abc'), 'abc'],
  ])('is decoded from %s', async (charset, bytes, text) => {
    const head = Buffer.from(mailOf(`Content-Type: text/plain; charset=${charset}\r\n\r\n`));
    expect(shown((await mailPage(Buffer.concat([head, bytes]))).html)).toContain(text);
  });

  it('prefers HTML', async () => {
    const { html, attachments } = await pageOf(
      mailOf(multipart('alternative', part('text'), htmlPart('<p>HTML</p>'))),
    );
    expect(shown(html)).toMatch(/HTML$/);
    expect(shown(html)).not.toContain('text');
    expect(attachments).toEqual([]);
  });

  it('shows what was signed, and attaches the signature', async () => {
    const signature = filePart('application/pkcs7-signature', 'a', 'Content-Disposition: attachment');
    const { html, attachments } = await pageOf(mailOf(multipart('signed', part('Signed text'), signature)));
    expect(shown(html)).toContain('Signed text');
    expect(attachments.map(({ fileName }) => fileName)).toEqual(['attachment.p7s']);
  });

  it('shows quotes, line breaks and secure links of text', async () => {
    const { html } = await pageOf(plain('a\n> b\n> > c <d>\nhttps://example.com/?a=1&b, http://example.com'));
    expect(html).toContain(
      '<blockquote><div class="text">b\n</div><blockquote><div class="text">c &lt;d&gt;',
    );
    expect(html).toContain(
      '<a href="https://example.com/?a=1&amp;b">https://example.com/?a=1&amp;b</a>, http:',
    );
  });
});

describe('the files of a mail', () => {
  it('are attached under names that differ', async () => {
    const named = (name: string) =>
      filePart('application/pdf', name, `Content-Disposition: attachment; ${name}`);
    const mail = mailOf(
      multipart(
        'mixed',
        part('Text'),
        named('filename=a.pdf'),
        named('filename="../A.pdf"'),
        named("filename*0*=utf-8''%E2%82%AC%20; filename*1*=b.pdf"),
        named(''),
        part('From: a@b.c\r\nSubject: inner\r\n\r\nInner', 'Content-Type: message/rfc822'),
        filePart('application/ms-tnef', 'x', 'Content-Disposition: attachment; filename=winmail.dat'),
      ),
    );
    const { attachments, html } = await pageOf(mail);
    expect(attachments.map(({ fileName, mimeType }) => [fileName, mimeType])).toEqual([
      ['a.pdf', 'application/pdf'],
      ['A (2).pdf', 'application/pdf'],
      ['€ b.pdf', 'application/pdf'],
      ['attachment.pdf', 'application/pdf'],
      ['message.eml', 'message/rfc822'],
      ['winmail.dat', 'application/ms-tnef'],
    ]);
    expect(Buffer.from(attachments[0]?.content ?? []).toString()).toBe('filename=a.pdf');
    expect(shown(html)).toContain('Attachments a.pdf 14 bytes A (2).pdf');
    expect(shown(html)).not.toContain('Inner');
  });

  it('are not attached where the HTML shows them', async () => {
    const picture = (id: string, type = 'image/png') => filePart(type, id, `Content-ID: <${id}>`);
    const html = '<img src="cid:one%40a"><td background=cid:one@a><i style="background:url(cid:two)">';
    const parts = [
      picture('one@a'),
      picture('two', 'image/jpeg'),
      picture('three'),
      picture('four', 'image/tiff'),
    ];
    const page = await pageOf(
      mailOf(multipart('related', htmlPart(`${html}<img src=cid:four><img src=x.png>`), ...parts)),
    );
    expect(page.pictures.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['picture-1.png', 'one@a'],
      ['picture-2.jpg', 'two'],
    ]);
    expect(page.html).toContain('<img src="picture-1.png">');
    expect(page.html).toContain('background="picture-1.png"');
    expect(page.html).toContain('url(&quot;picture-2.jpg&quot;)');
    expect(page.attachments).toHaveLength(2);
    expect(page.warnings).toEqual([
      { code: 'http-404', message: expect.stringContaining('2 images') as string },
    ]);
  });

  it('are attached up to a hundred, with a warning', async () => {
    const files = Array.from({ length: 103 }, () => filePart('a/b', 'x'));
    const { attachments, warnings } = await pageOf(mailOf(multipart('mixed', ...files)));
    expect(new Set(attachments.map(({ fileName }) => fileName)).size).toBe(100);
    expect(warnings).toEqual([
      { code: 'attachments-dropped', message: expect.stringMatching(/^3 attachments/) as string },
    ]);
  });
});

it('a mail that ends early is shown with a warning', async () => {
  const mail = mailOf(multipart('mixed', part('Text'), filePart('a/b', 'long content')));
  const { html, attachments, warnings } = await pageOf(mail.slice(0, -30));
  expect(shown(html)).toContain('Text');
  expect(attachments).toHaveLength(1);
  expect(warnings.map(({ code }) => code)).toEqual(['damaged']);
  expect((await pageOf(mail)).warnings).toEqual([]);
});
