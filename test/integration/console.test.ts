import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { useBrowser, type OpenOptions } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import {
  choose,
  cover,
  downloadOf,
  file,
  formButton,
  letter,
  openWithKey,
  report,
} from '../support/docs-page.ts';
import { sampleWoff2 } from '../support/font-tables.ts';
import { makeLargePdf, pageFonts, pageTexts } from '../support/pdf.ts';
import { plainPng } from '../support/png.ts';
import { leftOut } from '../support/requirements.ts';

describe.skipIf(leftOut('chromium'))('the console', () => {
  const { open } = useBrowser();
  const withKey = (options?: OpenOptions) => openWithKey(open, options);

  it('merges a file at a URL, and converts the result again', async () => {
    const url = `${inject('siteUrl')}/files/console-report.pdf`;
    await fetch(url, { method: 'PUT', body: new Uint8Array(report.buffer) });
    const page = await withKey();
    const addUrl = async (): Promise<void> => {
      await page.getByLabel('or the URL of a file').fill(url);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await choose(page, cover);
    await addUrl();
    await page.getByLabel('Merge PDFs').check();
    await formButton(page, 'Merge').click();
    await page.getByText('8 pages').waitFor();
    await page.getByRole('button', { name: 'Use merged.pdf as input' }).click();
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(1);
    await addUrl();
    await formButton(page, 'Merge').click();
    await page.getByText('15 pages').waitFor();
    expect(await pageTexts((await downloadOf(page)).bytes)).toHaveLength(15);
  });

  it('renders an HTML file that was dropped with its image', async () => {
    const page = await withKey();
    const html = '<title>Dropped</title><body style="margin:0"><img src="blue.png" width=640 height=400>';
    await page.evaluate(dropped({ 'blue.png': plainPng(640, 400), 'page.html': Buffer.from(html) }));
    expect(await page.getByLabel('HTML file').isChecked()).toBe(true);
    await page.getByLabel('Format', { exact: true }).selectOption('png');
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
    await page.locator('#option-url').fill(`${inject('siteUrl')}/page`);
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
    await page.locator('#option-url').fill(`${inject('siteUrl')}/never`);
    await formButton(page, 'Render').click();
    await page.getByText('Converting …').waitFor();
    await formButton(page, 'Cancel').click();
    await page.getByText('Stopped waiting. The conversion may still finish.').waitFor();
    expect(await formButton(page, 'Cancel').isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('start');
  });

  it('reports missing input before it sends a request', async () => {
    const page = await open(`${stack.baseUrl}/docs`);
    await formButton(page, 'Merge').click();
    await page.getByText('Add at least 2 PDFs.').waitFor();
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
        env: { ...process.env, KEY: stack.keys.business },
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
