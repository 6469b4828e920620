import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { useBrowser, type OpenOptions } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import { choose, cover, file, formButton, letter, openWithKey, report } from '../support/docs-page.ts';
import { sampleWoff2 } from '../support/font-tables.ts';
import { makeLargePdf, pageFonts, pageTexts } from '../support/pdf.ts';
import { decodePicture } from '../support/picture.ts';
import { readPdf } from '../support/read-pdf.ts';
import { plainPng } from '../support/png.ts';
import { leftOut } from '../support/requirements.ts';

describe.skipIf(leftOut('chromium'))('the console', () => {
  const { open } = useBrowser();
  const withKey = (options?: OpenOptions) => openWithKey(open, options);

  async function downloadOf(page: Page): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: /^Download/ })
        .first()
        .click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  /** How much is drawn there. */
  const inkOf = async (shown: Locator): Promise<number> => {
    const picture = await decodePicture(await shown.screenshot());
    return picture.ink(0, 0, picture.width, picture.height);
  };

  it('merges the chosen files in the order set with the keyboard', async () => {
    const page = await withKey();
    await choose(page, report, cover);
    expect(await page.getByLabel('Merge PDFs').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Move cover.pdf up' }).press('Enter');
    expect(
      await page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').allInnerTexts(),
    ).toEqual([expect.stringContaining('cover.pdf'), expect.stringContaining('report.pdf')]);
    await page.getByText('cover.pdf is now 1 of 2').waitFor();
    await page.getByLabel('Pages of report.pdf').fill('2-3');
    await formButton(page, 'Merge').click();
    await page.getByText('3 pages').waitFor();
    const first = page.getByRole('img', { name: 'Page 1 of 3' });
    await page.locator('.sheet.drawn').first().waitFor();
    expect(await inkOf(first)).toBeGreaterThan(100);
    const { name, bytes } = await downloadOf(page);
    expect(name).toBe('merged.pdf');
    expect(await pageTexts(bytes)).toEqual(['Cover, page 1', 'Report, page 2', 'Report, page 3']);
  });

  it('reorders files by dragging', async () => {
    const page = await withKey();
    await choose(page, report, cover);
    const items = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
    await items.nth(1).locator('.file-name').dragTo(items.nth(0).locator('.file-name'));
    expect(await items.first().innerText()).toContain('cover.pdf');
  });

  it('splits without a mouse', async () => {
    const page = await open(`${stack.baseUrl}/docs`);
    await page.locator('#option-outline').waitFor();
    const { keyboard } = page;
    const focused = () => page.evaluate<string>('document.activeElement.id');
    /** Presses Tab until an element of that id has the focus, and fails where it never does. */
    const tabTo = async (id: string): Promise<void> => {
      for (let presses = 0; (await focused()) !== id; presses += 1) {
        if (presses > 40) throw new Error(`Tab does not lead to ${id}`);
        await keyboard.press('Tab');
      }
    };
    await keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the console');
    await keyboard.press('Enter');
    await tabTo('key');
    await keyboard.type(stack.keys.business);
    await tabTo('task-merge');
    await keyboard.press('ArrowRight');
    expect(await focused()).toBe('task-split');
    await tabTo('file-picker');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Space')]);
    await chooser.setFiles([report]);
    await tabTo('option-ranges');
    await keyboard.type('1-2, 7');
    await keyboard.press('Enter');
    await page.getByText('Done: 2 files.').waitFor();
    expect(await focused()).toBe('results-title');
    expect(await page.locator('.result h4').allInnerTexts()).toEqual(['report_1-2.pdf', 'report_7.pdf']);
  });

  it('shows only the fields of the chosen mode of a split', async () => {
    const page = await withKey();
    await choose(page, report);
    await page.getByLabel('Split a PDF').check();
    const shown = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('#options > .fields [name]')].map(({ name }) => name)",
      );
    expect(await shown()).toEqual(['mode', 'ranges', 'fileName']);
    await page.getByLabel('Mode').selectOption('every');
    expect(await shown()).toEqual(['mode', 'span', 'fileName']);
    await page.getByLabel('Span').fill('3');
    await formButton(page, 'Split').click();
    await page.getByText('Done: 3 files.').waitFor();
    const names = ['report_1-3.pdf', 'report_4-6.pdf', 'report_7.pdf'];
    expect(await page.locator('.result h4').allInnerTexts()).toEqual(names);
  });

  it('inspects a PDF', async () => {
    const page = await withKey();
    await choose(page, report);
    await page.getByLabel('Inspect a PDF').check();
    await formButton(page, 'Inspect').click();
    await page.getByText('Done.').waitFor();
    expect(await page.locator('.overview').innerText()).toMatch(/pages\s+7 \(/);
    await page.getByText('Report as JSON').click();
    expect(await page.locator('.result pre').innerText()).toContain('"pageCount": 7');
  });

  it('edits a PDF, and attaches the other files to it', async () => {
    const page = await withKey();
    await page.getByLabel('Edit a PDF').check();
    await choose(page, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') }, report);
    const items = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
    expect(await items.allInnerTexts()).toEqual([
      expect.stringContaining('attachment'),
      expect.stringContaining('document'),
    ]);
    await page.locator('#option-pages').fill('7,1');
    await page.locator('#option-rotate').fill('90');
    await formButton(page, 'Edit').click();
    await page.getByText('2 pages').waitFor();
    const { bytes } = await downloadOf(page);
    expect(await readPdf(bytes)).toMatchObject({
      texts: ['Report, page 7', 'Report, page 1'],
      attachments: { 'note.txt': 'A note' },
    });
    await page.locator('#option-protect').fill('{"userPassword":"secret"}');
    await formButton(page, 'Edit').click();
    await page.getByText('Done: 1 file.').waitFor();
  });

  it('stamps a PDF, and shows where the stamp will be', async () => {
    const page = await withKey({ expected: [400] });
    await page.getByLabel('Stamp a PDF').check();
    await choose(page, report, file('logo.png', plainPng(40, 20)));
    const items = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
    expect(await items.nth(1).innerText()).toContain('stamp');
    await page.locator('#option-position').selectOption('top-left');
    await page.locator('#option-scale').fill('0.5');
    await page.getByRole('img', { name: 'The first page with the stamp' }).waitFor();
    /** The grays of the preview at two shares of its width, near its upper edge. */
    const grays = async (): Promise<(number | undefined)[]> => {
      const drawn = await page.evaluate<string>(
        'document.querySelector(".stamp-preview canvas").toDataURL()',
      );
      const picture = await decodePicture(Buffer.from(drawn.split(',')[1] ?? '', 'base64'));
      return [0.49, 0.51].map((share) => picture.at(Math.round(share * picture.width), 2)[0]);
    };
    await expect.poll(grays).toEqual([200, 255]);
    await formButton(page, 'Stamp').click();
    await page.getByText('Done: 1 file.').waitFor();
    const command = await page.locator('#command').innerText();
    expect(command).toContain('-F overlays=@logo.png');
    expect(command).toContain('"position":"top-left"');
    await page.locator('#option-scale').fill('100');
    await formButton(page, 'Stamp').click();
    await page.locator('#option-scale-error').getByText('Must be a number from 0.01 to 10.').waitFor();
  });

  it('merges a file at a URL, and converts the result again', async () => {
    const url = `${inject('siteUrl')}/files/console-report.pdf`;
    await fetch(url, { method: 'PUT', body: new Uint8Array(report.buffer) });
    const page = await withKey();
    await choose(page, cover);
    await page.getByLabel('or the URL of a file').fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Merge PDFs').check();
    await formButton(page, 'Merge').click();
    await page.getByText('8 pages').waitFor();
    await page.getByRole('button', { name: 'Use merged.pdf as input' }).click();
    await page.getByRole('button', { name: 'Remove cover.pdf' }).click();
    await formButton(page, 'Merge').click();
    await page.getByText('15 pages').waitFor();
    expect(await pageTexts((await downloadOf(page)).bytes)).toHaveLength(15);
  });

  it('renders an HTML file that was dropped with its image', async () => {
    const page = await withKey();
    const html = '<title>Dropped</title><body style="margin:0"><img src="blue.png" width=640 height=400>';
    await page.evaluate(dropped({ 'blue.png': plainPng(640, 400), 'page.html': Buffer.from(html) }));
    expect(await page.getByLabel('HTML file').isChecked()).toBe(true);
    await page.getByLabel('Format').selectOption('png');
    await page.getByLabel('Width').fill('640');
    await formButton(page, 'Render').click();
    const picture = page.getByRole('img', { name: 'Preview of Dropped.png' });
    await picture.waitFor();
    expect(await page.evaluate('document.querySelector(".preview img").naturalWidth')).toBe(640);
    expect(await page.locator('.warnings').count()).toBe(0);
    expect((await downloadOf(page)).name).toBe('Dropped.png');
  });

  it('renders a web page, and shows warnings', async () => {
    const page = await withKey();
    await page.getByLabel('Web page').check();
    await page.getByLabel('Address').fill(`${inject('siteUrl')}/page`);
    await formButton(page, 'Render').click();
    await page.getByText('1 warning').waitFor();
    expect(await page.locator('.warnings').innerText()).toContain('/missing.png');
  });

  it.skipIf(leftOut('libreoffice'))('converts an office document as a job', async () => {
    const page = await withKey();
    await choose(page, letter);
    expect(await page.getByLabel('Office to PDF').isChecked()).toBe(true);
    await formButton(page, 'Convert').click();
    await page.getByText('Done: 1 file.').waitFor();
    const { name, bytes } = await downloadOf(page);
    expect(name).toBe('letter.pdf');
    expect((await pageTexts(bytes)).join()).toContain('Dear reader');
  });

  it.skipIf(leftOut('libreoffice'))('converts a document in a font that comes with it', async () => {
    const page = await withKey();
    const note = Buffer.from('{\\rtf1{\\fonttbl{\\f0 Sample Sans;}}\\f0 A note}');
    await choose(page, file('sample.woff2', sampleWoff2()), file('note.rtf', note));
    await page.getByText('font', { exact: true }).waitFor();
    await formButton(page, 'Convert').click();
    await page.getByText('Done: 1 file.').waitFor();
    expect(await pageFonts((await downloadOf(page)).bytes)).toEqual([['SampleSans']]);
  });

  it('uploads files over 5 MB directly to storage', async () => {
    const page = await withKey();
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).origin);
    });
    await choose(page, file('large.pdf', await makeLargePdf(6)), cover);
    await formButton(page, 'Merge').click();
    await page.getByText('Done: 1 file.').waitFor();
    expect(posted).toEqual([stack.baseUrl, new URL(stack.endpoints.s3).origin, stack.baseUrl]);
    expect(await page.locator('.result .facts').innerText()).toMatch(/2 pages · 6\.\d MB/);
  });

  it('cancels a conversion', async () => {
    const page = await withKey();
    await page.getByLabel('Web page').check();
    await page.getByLabel('Address').fill(`${inject('siteUrl')}/never`);
    await formButton(page, 'Render').click();
    await page.getByText('Converting …').waitFor();
    await formButton(page, 'Cancel').click();
    await page.getByText('Canceled.').waitFor();
    expect(await formButton(page, 'Cancel').isVisible()).toBe(false);
  });

  it('reports missing input before it sends a request', async () => {
    const page = await open(`${stack.baseUrl}/docs`);
    await formButton(page, 'Merge').click();
    await page.getByText('Add 2 more files first.').waitFor();
    await choose(page, cover, report);
    await formButton(page, 'Merge').click();
    await page.getByText('Paste an API key first.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('key');
  });

  it('reports an invalid key', async () => {
    const page = await open(`${stack.baseUrl}/docs`, { expected: [401] });
    const key = page.getByLabel('API key');
    await key.fill(`fcs_${'0'.repeat(49)}`);
    await key.press('Tab');
    await page.getByText('This key is not valid.').waitFor();
    expect(await key.getAttribute('aria-invalid')).toBe('true');
    await choose(page, cover, report);
    await formButton(page, 'Merge').click();
    await page.getByRole('heading', { name: 'This key is not valid' }).waitFor();
  });

  it('keeps the key after a reload and deletes it on request', async () => {
    const page = await withKey();
    await page.reload();
    await page.getByText('The key works.').waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.reload();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    const other = await page.context().newPage();
    await other.goto(`${stack.baseUrl}/docs`);
    expect(await other.getByLabel('API key').inputValue()).toBe('');
  });

  it('shows a rejection at its field', async () => {
    const page = await withKey({ expected: [400] });
    await choose(page, report);
    const ranges = page.getByLabel('Ranges');
    await ranges.fill('9');
    await formButton(page, 'Split').click();
    await page.getByRole('heading', { name: 'The request was rejected' }).waitFor();
    expect(await ranges.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#option-ranges-error').innerText()).toContain('7 pages');
    expect(await page.evaluate('document.activeElement.id')).toBe('option-ranges');
    await ranges.fill('7');
    expect(await ranges.getAttribute('aria-invalid')).toBeNull();
    await formButton(page, 'Split').click();
    await page.getByText('Done: 1 file.').waitFor();
    expect(await page.locator('#problem').isVisible()).toBe(false);
  });

  it('shows a rejection at its file', async () => {
    const page = await withKey({ expected: [400] });
    await choose(page, cover, file('not-really.pdf', Buffer.from('no PDF')));
    await formButton(page, 'Merge').click();
    await page.locator('.at-fault').waitFor();
    expect(await page.locator('.at-fault').innerText()).toContain('not-really.pdf');
  });

  it.skipIf(leftOut('libreoffice'))('shows a rejection at its font', async () => {
    const page = await withKey({ expected: [400] });
    await choose(page, letter, file('broken.ttf', Buffer.from('no font')));
    await formButton(page, 'Convert').click();
    expect(await page.locator('.at-fault').innerText()).toContain('broken.ttf');
  });

  it('shows a command that has the same result in a shell', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'command-'));
    try {
      const page = await withKey();
      const names = [`It's a "cover", no;doubt $HOME.pdf`, 'large.pdf'];
      const files = [cover.buffer, await makeLargePdf(6)];
      await choose(
        page,
        ...names.map((name, index) => file(name, files[index] ?? Buffer.of(), 'application/pdf')),
      );
      await page.getByLabel('File name').fill("it's; <both>");
      for (const [index, name] of names.entries()) await writeFile(join(folder, name), files[index] ?? '');
      const command = await page.locator('#command').innerText();
      expect(command).not.toContain(stack.keys.business);
      await promisify(execFile)('sh', ['-ec', command], {
        cwd: folder,
        env: { ...process.env, FCS_API_KEY: stack.keys.business },
      });
      expect(await pageTexts(await readFile(join(folder, "it's; <both>.pdf")))).toEqual([
        'Cover, page 1',
        'Large, page 1',
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Drops files on the page, as a file manager does. */
const dropped = (files: Record<string, Buffer>): string => {
  const contents = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return `{
    const transfer = new DataTransfer();
    for (const [name, content] of ${JSON.stringify(contents)}) {
      transfer.items.add(new File([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], name));
    }
    for (const type of ['dragover', 'drop']) {
      document.querySelector('#drop').dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    }
  }`;
};
