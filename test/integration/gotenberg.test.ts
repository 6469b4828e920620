import { describe, expect, inject, it } from 'vitest';
import { ulid } from 'ulid';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, form, stack } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut, type Requirement } from '../support/requirements.ts';
import type { ReceivedHook } from '../support/site.ts';

const basic = (key: string, user = 'any') => ({
  authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`,
});

const page = await makePdf('Page', 1);
const twoPages = () => form(['files', page, 'a.pdf'], ['files', page, 'b.pdf']);

const routes: [path: string, body: () => FormData, text: string, needs: Requirement[]][] = [
  ['/forms/pdfengines/merge', twoPages, 'Page', []],
  [
    '/forms/chromium/convert/html',
    () => form(['files', Buffer.from('<p>From HTML'), 'index.html']),
    'From HTML',
    ['chromium'],
  ],
  [
    '/forms/libreoffice/convert',
    () => form(['files', makeDocx({ text: 'From Word' }), 'a.docx']),
    'From Word',
    ['libreoffice'],
  ],
];

describe.each(routes)('POST %s', (path, body, text, needs) => {
  describe.skipIf(leftOut(...needs))('with an engine', { timeout: 60_000 }, () => {
    it.each([
      ['a Bearer token', undefined],
      ['HTTP Basic, with the key as password', basic(stack.keys.business)],
      ['HTTP Basic, without a user name', basic(stack.keys.business, '')],
    ])('converts with %s', async (_, headers) => {
      const response = await call(path, {
        ...(headers ? { key: null, headers } : {}),
        body: body(),
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      const trace = response.headers.get('gotenberg-trace') ?? '';
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.pdf"$/);
      expect(trace).not.toBe('');
      const [first] = await pageTexts(Buffer.from(await response.arrayBuffer()));
      expect(first).toContain(text);
    });
  });

  it.each([
    ['no key', {}],
    ['a wrong password', basic('secret')],
    ['the key as user name', basic('', stack.keys.business)],
  ])('rejects %s', async (_, headers) => {
    const response = await call(path, { key: null, headers, body: body() });
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });

  it('describes an empty form in plain text', async () => {
    const response = await call(path, { body: form(['pdfua', 'maybe']) });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    expect(await response.text()).toMatch(/^Invalid form data: /);
  });
});

describe('the routes below /forms', () => {
  it('do not open other routes to Basic authentication', async () => {
    const headers = basic(stack.keys.business);
    expect((await call('/forms/pdfengines/merge', { key: null, headers, body: twoPages() })).status).toBe(
      200,
    );
    expect((await call('/api/pdf/merge', { key: null, headers, body: twoPages() })).status).toBe(401);
  });

  it('have a name and a trace from headers', async () => {
    const headers = { 'gotenberg-output-filename': 'report', 'gotenberg-trace': 'mine' };
    const response = await call('/forms/pdfengines/merge', { headers, body: twoPages() });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="report.pdf"');
    expect(response.headers.get('gotenberg-trace')).toBe('mine');
    await response.body?.cancel();
  });

  it('respond with 404 to what does not exist', async () => {
    const response = await call('/forms/pdfengines/burn', { body: twoPages() });
    expect(response.status).toBe(404);
    await response.body?.cancel();
  });

  it('send results to webhooks', async () => {
    const name = ulid();
    const url = `${inject('siteUrl')}/hook/${name}`;
    const headers = {
      'gotenberg-webhook-url': url,
      'gotenberg-webhook-error-url': url,
      'gotenberg-trace': name,
    };
    const response = await call('/forms/pdfengines/merge', { headers, body: twoPages() });
    expect(response.status).toBe(204);
    let hooks: ReceivedHook[] = [];
    while (hooks.length === 0) {
      await sleep(100);
      hooks = (await (await fetch(`${inject('siteUrl')}/hooks/${name}`)).json()) as ReceivedHook[];
    }
    expect(hooks).toHaveLength(1);
    expect(hooks[0]?.headers).toMatchObject({ 'content-type': 'application/pdf', 'gotenberg-trace': name });
    expect(hooks[0]?.body).toMatch(/^%PDF-/);
  });
});
