import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailPdf } from '../../../../support/mail-pdf.ts';
import { filePart, htmlPart, mailOf, multipart, part } from '../../../../support/mail.ts';
import { loadingMarkup } from '../../../../support/mail-canaries.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { readPdf } from '../../../../support/read-pdf.ts';
import { deadline, htmlSource, pdfRequest, startSite, useRenderer } from '../../../../support/renderer.ts';
import { leftOut } from '../../../../support/requirements.ts';

const green = (): Buffer => {
  const canvas = createCanvas(40, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = 'lime';
  context.fillRect(0, 0, 40, 40);
  return canvas.toBuffer('image/png');
};

describe.skipIf(leftOut('chromium'))('the PDF of a mail', () => {
  // It may reach loopback: without protection, the canary would be found.
  const used = useRenderer();
  let site: Awaited<ReturnType<typeof startSite>>;
  let requests: string[] = [];

  beforeAll(async () => {
    site = await startSite((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end();
    });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    requests = [];
  });

  it('has the header, the body with its pictures, the attachments and the metadata', async () => {
    const mail = mailOf(
      multipart(
        'mixed',
        multipart(
          'related',
          htmlPart('<p>Hello</p><img src="cid:a">'),
          filePart('image/png', green(), 'Content-ID: <a>'),
        ),
        filePart('text/csv', 'a,b', 'Content-Disposition: attachment; filename=data.csv'),
      ),
    );
    const { pdf, file } = await mailPdf(used.renderer, mail, { finishing: { metadata: { author: 'Cem' } } });
    const { texts, info, attachments } = await readPdf(pdf);
    expect(file).toMatchObject({ fileName: 'Plan.pdf', pages: 1, warnings: [] });
    expect(texts[0]).toMatch(/^Plan.*From.*Ann <ann@example.com>.*data\.csv.*3 bytes.*Hello/s);
    expect(info).toMatchObject({ Title: 'Plan', Author: 'Cem', CreationDate: "D:20261123140533+01'00'" });
    expect(attachments).toEqual({ 'data.csv': 'a,b' });
  });

  it('cannot disturb its header block', async () => {
    const html =
      '<style>header, dl, dd { display: none !important } body { display: block; color: red }</style>' +
      '<body><div style="display:block;position:fixed;top:0;background:red">Forged</div>';
    const { pdf } = await mailPdf(used.renderer, mailOf(htmlPart(html)));
    const [text = ''] = await pageTexts(pdf);
    expect(text).toMatch(/^Plan.*Ann <ann@example.com>.*2026-11-23/s);
    expect(text.indexOf('Forged')).toBeGreaterThan(text.indexOf('2026-11-23'));
  });

  it('loads nothing remote, and says so once', async () => {
    const html = `<p>Own text</p>${loadingMarkup(site.origin).join('<br>')}`;
    const { pdf, file } = await mailPdf(used.renderer, mailOf(htmlPart(html)), {
      page: { javascript: true },
    });
    expect((await pageTexts(pdf)).join('')).toContain('Own text');
    expect(requests).toEqual([]);
    expect(file.warnings.filter(({ code }) => code !== 'font-substituted')).toHaveLength(1);
    expect(file.warnings[0]?.code).toBe('blocked');
    expect(file.warnings[0]?.message).toContain(site.origin.slice('http://'.length));
  });

  const active = (origin: string): string =>
    [
      ...loadingMarkup(origin),
      `<meta http-equiv=refresh content="0;url=${origin}/refresh">`,
      `<script>fetch('${origin}/fetch'); new WebSocket('${origin.replace('http', 'ws')}/socket'); location = '${origin}/go'</script>`,
      `<iframe srcdoc="<img src=${origin}/frame>"></iframe>`,
    ].join('<br>');

  it.each(
    loadingMarkup('')
      .map((_, index) => index)
      .concat(-1),
  )('loads nothing even of what it would not write (%i)', async (index) => {
    const markup = index < 0 ? active(site.origin) : (loadingMarkup(site.origin)[index] ?? '');
    const html = `<p>Own text</p>${markup}`;
    const source = { ...htmlSource(html), isIsolated: true };
    const options = { javascript: index < 0 };
    const { content } = await used.renderer.render(pdfRequest(source, {}, options), deadline());
    expect((await pageTexts(content)).join('')).toContain('Own text');
    expect(requests).toEqual([]);
  });

  it('would load it otherwise', async () => {
    const html = loadingMarkup(site.origin).join('<br>');
    await used.renderer.render(pdfRequest(html), deadline());
    expect(requests.length).toBeGreaterThan(0);
  });

  it('is of plain text as well', async () => {
    const { pdf, file } = await mailPdf(used.renderer, mailOf(part('Line one\n> quoted')));
    expect(file.warnings).toEqual([]);
    expect((await pageTexts(pdf)).join('')).toMatch(/Line one.*quoted/s);
  });
});
