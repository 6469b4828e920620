import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ConversionClient } from '#lib/client/src/index.ts';
import { type OpenOptions, useBrowser } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import { choose, cover, file, formButton, letter, openWithKey, report } from '../support/docs-page.ts';
import { leftOut } from '../support/requirements.ts';

const client = new ConversionClient({ baseUrl: stack.baseUrl, apiKey: stack.keys.business });

/** A PDF with the password `secret`. */
async function encryptedPdf(): Promise<ReturnType<typeof file>> {
  const input = new File([new Uint8Array(report.buffer)], 'report.pdf');
  const result = await client.editPdf({ file: input, protect: { userPassword: 'secret' } });
  const bytes = await (await client.download(result)).arrayBuffer();
  return file('encrypted.pdf', Buffer.from(bytes), 'application/pdf');
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');

describe.skipIf(leftOut('chromium'))('errors in the console', () => {
  const { open } = useBrowser();
  const withKey = (options?: OpenOptions) => openWithKey(open, options);

  it('of a password are at the password', async () => {
    const page = await withKey({ expected: [400] });
    await choose(page, cover, await encryptedPdf());
    await formButton(page, 'Merge').click();
    const password = page.getByLabel('Password of encrypted.pdf');
    await page.locator('#file-1-error').getByText('The file is encrypted; enter its password.').waitFor();
    expect(await focused(page)).toBe('file-1-password');
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await password.getAttribute('aria-describedby')).toBe('file-1-error');
    await page.getByText('encrypted.pdf is encrypted and needs a password.').waitFor();
    await password.fill('wrong');
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Pages of cover.pdf').fill('9');
    await password.fill('secret');
    await formButton(page, 'Merge').click();
    await page.locator('#file-0-error').getByText('is past the end of the document').waitFor();
    expect(await focused(page)).toBe('file-0-pages');
  });

  it('of a job are at the password too', async () => {
    const page = await withKey();
    await page.getByLabel('Files to PDF').check();
    await choose(page, await encryptedPdf());
    await page.getByLabel('Password of encrypted.pdf').fill('wrong');
    await formButton(page, 'Convert').click();
    await page.locator('#file-0-error').getByText('This password does not open the file.').waitFor();
    expect(await focused(page)).toBe('file-0-password');
  });

  it('of an invoice are at its file', async () => {
    const page = await withKey({ expected: [400] });
    await page.getByLabel('Electronic invoice').check();
    await choose(page, report, file('invoice.xml', Buffer.from('no XML')));
    await formButton(page, 'Embed').click();
    await page.locator('#file-1-error').getByText('Must be well-formed XML').waitFor();
    expect(await page.locator('#problem').innerText()).toContain('invoice.xml must be well-formed XML');
  });

  it('of a number are shown before a request is sent', async () => {
    const page = await withKey();
    await page.getByLabel('PDF to images').check();
    await choose(page, report);
    await page.getByLabel('Resolution (dpi)').focus();
    await page.keyboard.type('1e');
    await page.keyboard.press('Enter');
    await page.locator('#option-dpi-error').getByText('Enter a number.').waitFor();
    expect(await focused(page)).toBe('option-dpi');
  });

  it('without a field are scrolled into view', async () => {
    const page = await withKey({ viewport: { width: 360, height: 500 }, expected: [400] });
    await page.getByLabel('Web page').check();
    await page.locator('#option-url').fill(`${inject('siteUrl')}/page`);
    await page.route('**/api/html/url', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: {
          status: 400,
          code: 'url-unreachable',
          detail: 'It is down.',
          requestId: '1',
          retryable: true,
        },
      }),
    );
    await formButton(page, 'Render').click();
    await page.getByText('It is down.').waitFor();
    const isVisible = () =>
      page.evaluate('document.getElementById("problem").getBoundingClientRect().bottom <= innerHeight + 1');
    await expect.poll(isVisible).toBe(true);
  });

  it('of the plan are named while the request is retried', async () => {
    const page = await withKey({ expected: [429] });
    await choose(page, cover, report);
    let calls = 0;
    await page.route('**/api/pdf/merge', (route) => {
      calls += 1;
      if (calls > 1) return route.continue();
      const json = { status: 429, code: 'rate-limited', detail: 'Limit.', requestId: '1', retryable: true };
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '2' },
        contentType: 'application/problem+json',
        json,
      });
    });
    await formButton(page, 'Merge').click();
    // A random part of a second is added to the pause.
    await page.getByText(/Your plan’s limit is reached. Retrying in [23] s./).waitFor();
    await page.getByText('Done: 1 file.').waitFor();
  });

  it('of a download are shown at the result', async () => {
    const page = await withKey({ expected: [404] });
    await choose(page, cover, report);
    await formButton(page, 'Merge').click();
    await page.getByText('Done: 1 file.').waitFor();
    await page.route('**/api/files/*', (route) => {
      const json = {
        status: 404,
        code: 'not-found',
        detail: 'It does not exist.',
        requestId: '1',
        retryable: false,
      };
      return route.fulfill({ status: 404, contentType: 'application/problem+json', json });
    });
    await page.evaluate('Date.now = () => 4e12');
    await page.getByRole('link', { name: 'Download merged.pdf' }).click();
    await page.getByText('The file cannot be downloaded. It does not exist.').waitFor();
  });

  it.skipIf(leftOut('libreoffice'))('do not come from a canceled job, which is deleted', async () => {
    const page = await withKey();
    await choose(page, letter);
    let id = '';
    // The job does not end.
    await page.route('**/api/jobs/*wait*', (route) => {
      id = /job_\w+/.exec(route.request().url())?.[0] ?? '';
    });
    await formButton(page, 'Convert').click();
    await expect.poll(() => id).not.toBe('');
    const mayLeave = () => page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    expect(await mayLeave()).toBe(false);
    await formButton(page, 'Cancel').click();
    await page.getByText('Canceled.').waitFor();
    expect(await focused(page)).toBe('start');
    expect(await mayLeave()).toBe(true);
    await expect(client.getJob(id)).resolves.toMatchObject({ result: null });
  });
});
