import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { OpenOptions } from './browser.ts';
import { stack } from './client.ts';
import { makeDocx } from './office.ts';
import { makePdf } from './pdf.ts';

/** A file as Playwright chooses it. */
export const file = (name: string, buffer: Buffer, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer,
});

export const cover = file('cover.pdf', await makePdf('Cover', 1));
export const report = file('report.pdf', await makePdf('Report', 7));
export const letter = file('letter.docx', makeDocx({ text: 'Dear reader' }));

type Open = (url: string, options?: OpenOptions) => Promise<Page>;

/** Opens the docs page and pastes the Business key. */
export async function openWithKey(
  open: Open,
  options: OpenOptions = {},
  baseUrl = stack.baseUrl,
): Promise<Page> {
  const page = await open(`${baseUrl}/docs`, options);
  await page.getByLabel('API key').fill(stack.keys.business);
  await page.getByLabel('API key').press('Tab');
  await page.getByText('The key works.').waitFor();
  return page;
}

export const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Choose files').setInputFiles(files);

/** Not an operation of the reference, which may have such a name too. */
export const formButton = (page: Page, name: string) =>
  page.locator('#conversion').getByRole('button', { name, exact: true });

/** Downloads the first result. */
export async function downloadOf(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^Download/ })
      .first()
      .click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
