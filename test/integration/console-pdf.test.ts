import { PDFDocument } from 'pdf-lib';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { useBrowser, type OpenOptions } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import { choose, cover, downloadOf, file, formButton, openWithKey, report } from '../support/docs-page.ts';
import { formPdf } from '../support/form-pdf.ts';
import { pageTexts } from '../support/pdf.ts';
import { addOutline, type OutlineEntry } from '../support/pdf-features.ts';
import { decodePicture } from '../support/picture.ts';
import { plainPng } from '../support/png.ts';
import { readPdf } from '../support/read-pdf.ts';
import { leftOut } from '../support/requirements.ts';

/** A PDF of three pages with an outline. */
async function manual(
  outline: OutlineEntry[] = [{ title: 'Chapter', to: 0, kids: [{ title: 'Part', to: 1 }] }],
): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let pages = 0; pages < 3; pages += 1) document.addPage();
  addOutline(document, outline);
  return Buffer.from(await document.save());
}

describe.skipIf(leftOut('chromium'))('the console', () => {
  const { open } = useBrowser();
  const withKey = (options?: OpenOptions) => openWithKey(open, options);

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
    await page.locator('#option-span').fill('3');
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
    await page.getByText('More options').click();
    await page.getByLabel('Linearize').selectOption('true');
    await formButton(page, 'Edit').click();
    await page.getByText('2 pages').waitFor();
    const { bytes } = await downloadOf(page);
    expect(await readPdf(bytes)).toMatchObject({
      texts: ['Report, page 7', 'Report, page 1'],
      attachments: { 'note.txt': 'A note' },
      info: { IsLinearized: true },
    });
    await page.locator('#option-protect').fill('{"userPassword":"secret"}');
    await formButton(page, 'Edit').click();
    await page.getByText('Done: 1 file.').waitFor();
  });

  it('reads the bookmarks of a PDF, and replaces them, without a mouse', async () => {
    const page = await withKey({ expected: [400] });
    await page.getByLabel('Edit a PDF').check();
    const editor = page.getByRole('group', { name: 'Bookmarks' });
    const read = editor.getByRole('button', { name: 'Read from the PDF' });
    expect(await read.isVisible()).toBe(false);
    await choose(page, file('manual.pdf', await manual()));
    await editor.getByText('The result keeps the bookmarks of the document.').waitFor();
    await read.press('Enter');
    await editor.getByText('2 bookmarks.').waitFor();
    const title = (number: number): Locator => editor.getByLabel(`Title of bookmark ${number}, `);
    expect(await title(2).inputValue()).toBe('Part');
    expect(await editor.getByLabel('Page of bookmark 2').inputValue()).toBe('2');

    const { keyboard } = page;
    await title(2).press('Enter');
    await keyboard.type('Section');
    await editor.getByRole('button', { name: 'Indent bookmark 3' }).press('Enter');
    expect(await editor.getByLabel('Title of bookmark 3, level 3').inputValue()).toBe('Section');
    const outdent = editor.getByRole('button', { name: 'Outdent bookmark 3' });
    await outdent.press('Enter');
    await outdent.press('Enter');
    expect(await editor.getByLabel('Title of bookmark 3, level 1').inputValue()).toBe('Section');
    await editor.getByRole('button', { name: 'Indent bookmark 3' }).press('Enter');
    await keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Remove bookmark 1' }).press('Enter');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Remove bookmark 1',
    );

    const last = editor.getByLabel('Page of bookmark 2');
    await last.fill('9');
    await formButton(page, 'Edit').click();
    await page
      .locator('#option-bookmarks-error')
      .getByText(/^Must be/)
      .waitFor();
    expect(await last.getAttribute('aria-invalid')).toBe('true');
    await last.fill('3');
    expect(await last.getAttribute('aria-invalid')).toBeNull();
    await formButton(page, 'Edit').click();
    await page.getByText('Done: 1 file.').waitFor();
    expect(await page.locator('#command').innerText()).toContain(
      `-F 'bookmarks=[{"title":"Part","page":2,"children":[{"title":"Section","page":3}]}]'`,
    );
    expect((await readPdf((await downloadOf(page)).bytes)).outline).toMatchObject([
      { title: 'Part', to: 1, kids: [{ title: 'Section', to: 2, kids: [] }] },
    ]);
  });

  it('removes all bookmarks, or keeps those of the document', async () => {
    const page = await withKey();
    await page.getByLabel('Edit a PDF').check();
    await choose(page, file('manual.pdf', await manual()));
    const command = page.locator('#command');
    await page.getByRole('button', { name: 'Remove all' }).click();
    expect(await command.innerText()).toContain("-F 'bookmarks=[]'");
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await command.innerText()).not.toContain('bookmarks');
  });

  it('warns if it cannot read all bookmarks', async () => {
    const page = await withKey();
    await page.getByLabel('Edit a PDF').check();
    const outline = Array.from({ length: 2001 }, (_, index) => ({ title: `Entry ${index}`, to: 0 }));
    await choose(page, file('index.pdf', await manual(outline)));
    await page.getByRole('button', { name: 'Read from the PDF' }).click();
    await page.getByText('2000 bookmarks. The PDF is too large to be read completely').waitFor();
    await page.getByRole('button', { name: 'Remove bookmark 2000' }).click();
    await page.getByText('1999 bookmarks. The PDF is too large to be read completely').waitFor();
  });

  it('reports why it cannot read the bookmarks of a PDF', async () => {
    const page = await open(`${stack.baseUrl}/docs`, { expected: [400] });
    await page.getByLabel('Edit a PDF').check();
    await choose(page, file('not-really.pdf', Buffer.from('no PDF')));
    const read = page.getByRole('button', { name: 'Read from the PDF' });
    await read.click();
    await page.getByText('Paste an API key first.').waitFor();
    await page.getByLabel('API key').fill(stack.keys.business);
    await page.getByLabel('API key').press('Tab');
    await read.click();
    await page.locator('.at-fault').getByText('not-really.pdf').waitFor();
    await page.getByText('The result keeps the bookmarks of the document.').waitFor();
  });

  it('reads the form of a PDF, and fills it', async () => {
    const page = await withKey();
    await page.getByLabel('Edit a PDF').check();
    const pdf = formPdf([
      '/FT/Tx/T(person.name)/V(Ada)/MaxLen 8',
      '/FT/Tx/T(kept)/V(kept)',
      '/FT/Btn/T(check)/MK<</BC[0]>>',
      `/FT/Ch/T(country)/Ff ${2 ** 17}/Opt[[(DE)(Germany)][(FR)(France)]]`,
      `/FT/Ch/T(colors)/Ff ${2 ** 21}/Opt[(red)(green)(blue)]`,
      '/FT/Sig/T(signature)',
    ]);
    const editor = page.getByRole('group', { name: 'Form' });
    await editor.getByText('Add the PDF first.').waitFor();
    await choose(page, file('form.pdf', pdf));
    await editor.getByRole('button', { name: 'Read the form' }).click();
    const name = editor.getByLabel('person.name');
    expect(await name.inputValue()).toBe('Ada');
    expect(await editor.getByRole('listitem').count()).toBe(5);
    await name.fill('Grace');
    await editor.getByLabel('check').check();
    await editor.getByLabel('country').selectOption({ label: 'France' });
    await editor.getByLabel('colors').selectOption(['red', 'blue']);
    await editor.getByText('4 fields changed.').waitFor();
    const values = '{"person.name":"Grace","check":true,"country":"FR","colors":["red","blue"]}';
    expect(await page.locator('#command').innerText()).toContain(`-F 'form=${values}'`);
    await formButton(page, 'Edit').click();
    await page.getByText('Done: 1 file.').waitFor();
    const { form } = inspect(openPdf((await downloadOf(page)).bytes));
    expect(form.slice(0, 5).map(({ value }) => value)).toEqual([
      'Grace',
      'kept',
      'Yes',
      'FR',
      ['red', 'blue'],
    ]);
    await editor.getByRole('button', { name: 'Reset the form' }).click();
    expect(await name.inputValue()).toBe('Ada');
    await editor.getByText('The result keeps the values of the form.').waitFor();
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
});
