import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { type OpenOptions, useBrowser } from '../support/browser.ts';
import { choose, downloadOf, formButton, openWithKey, report } from '../support/docs-page.ts';
import { leftOut } from '../support/requirements.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the pages and the text are, at the same moment. */
const boxesOf = (page: Page) =>
  page.evaluate<Record<'pages' | 'text', Box>>(`(() => {
    const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    return { pages: boxOf('.beside .preview'), text: boxOf('.beside pre') };
  })()`);

describe.skipIf(leftOut('chromium'))('the text of a PDF in the console', () => {
  const { open } = useBrowser();
  const read = async (options?: OpenOptions): Promise<Page> => {
    const page = await openWithKey(open, options);
    await choose(page, report);
    await page.getByLabel('PDF to text').check();
    await page.locator('#option-format').selectOption('markdown');
    await page.locator('#option-pages').fill('7,1');
    await formButton(page, 'Extract').click();
    await page.getByText('Done.').waitFor();
    return page;
  };

  it('is beside its pages, which the keyboard reaches before it', async () => {
    const page = await read();
    expect(await page.locator('.result pre').innerText()).toBe('Report, page 7\n\nReport, page 1\n');
    expect(await page.locator('.result .facts').innerText()).toBe('31 characters');
    await page.locator('.beside .sheet.drawn').first().waitFor();
    expect(await page.getByRole('group', { name: 'Pages' }).getByRole('img').count()).toBe(7);
    const { pages, text } = await boxesOf(page);
    expect(text.x).toBeGreaterThanOrEqual(pages.x + pages.width);
    expect(text.y).toBeCloseTo(pages.y, 0);
    await page.getByRole('button', { name: 'Copy' }).last().focus();
    await page.getByRole('group', { name: 'Pages' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('PRE');
  });

  it('can be downloaded, and moves no part of the page', async () => {
    const page = await openWithKey(open);
    await choose(page, report);
    await page.getByLabel('PDF to text').check();
    const width = () => page.evaluate('document.getElementById("conversion").getBoundingClientRect().width');
    const before = await width();
    await formButton(page, 'Extract').click();
    await page.getByText('Done.').waitFor();
    await page.locator('.beside .sheet.drawn').first().waitFor();
    expect(await width()).toBe(before);
    const { name, bytes } = await downloadOf(page);
    expect(name).toBe('report.txt');
    expect(bytes.toString()).toContain('Report, page 7');
  });

  it('is below its pages on a phone, within the width of the screen', async () => {
    const page = await read({ viewport: { width: 360, height: 740 } });
    await page.locator('.beside .sheet.drawn').first().waitFor();
    const { pages, text } = await boxesOf(page);
    expect(text.y).toBeGreaterThanOrEqual(pages.y + pages.height);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  it('is alone when the document is not in the browser', async () => {
    const url = `${inject('siteUrl')}/files/console-text.pdf`;
    await fetch(url, { method: 'PUT', body: new Uint8Array(report.buffer) });
    const page = await openWithKey(open);
    await page.getByLabel('PDF to text').check();
    await page.getByLabel('or the URL of a file').fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await formButton(page, 'Extract').click();
    await page.getByText('Done.').waitFor();
    expect(await page.locator('.result pre').innerText()).toContain('Report, page 7');
    expect(await page.locator('.beside .preview').count()).toBe(0);
  });
});
