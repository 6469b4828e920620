import { describe, expect, it } from 'vitest';
import { type OpenOptions, useBrowser } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import { choose, cover, file, formButton, openWithKey, report } from '../support/docs-page.ts';
import { formPdf } from '../support/form-pdf.ts';
import { leftOut } from '../support/requirements.ts';

describe.skipIf(leftOut('chromium'))('the form of the console', () => {
  const { open } = useBrowser();
  const withKey = (options?: OpenOptions) => openWithKey(open, options);

  it('validates a PDF, and ends', async () => {
    const page = await withKey();
    await page.getByLabel('Validate a PDF').check();
    await choose(page, report);
    await page.getByLabel('Conformance').selectOption('2b');
    await formButton(page, 'Validate').click();
    await page.getByText('The PDF does not conform to PDF/A-2b.').waitFor();
    await page.getByText('Done.').waitFor();
    expect(await page.locator('#progress.running').count()).toBe(0);
  });

  it('shows the chosen task after the user has come back', async () => {
    const page = await withKey();
    await page.getByLabel('Split a PDF').check();
    await page.goto(`${stack.baseUrl}/docs/guides`);
    await page.goBack();
    await page.locator('#options select').first().waitFor();
    const checked = await page.locator('input[name=task]:checked').getAttribute('id');
    const action = await page.locator('#start').innerText();
    expect([
      ['task-split', 'Split'],
      ['task-merge', 'Merge'],
    ]).toContainEqual([checked, action]);
  });

  it('ignores the format of another task', async () => {
    const page = await withKey();
    await page.getByLabel('PDF to text').check();
    await page.locator('#option-format').selectOption('json');
    await page.getByLabel('HTML file').check();
    expect(await page.locator('#option-format').inputValue()).toBe('pdf');
    expect(await page.locator('#option-pageSize').isVisible()).toBe(true);
    expect(await page.locator('#option-width').count()).toBe(0);
  });

  it('takes only fonts for a web page, and shows files that it does not send', async () => {
    const page = await withKey();
    await page.getByLabel('Web page').check();
    await page.getByText('Drop fonts here, or').waitFor();
    expect(await page.getByLabel('or the URL of a file').isVisible()).toBe(false);
    await choose(page, file('archive.zip', Buffer.from('x')));
    const list = page.getByRole('list', { name: 'Chosen files' });
    await list.getByText('not used').waitFor();
    await page.getByRole('button', { name: 'Remove archive.zip' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('file-picker');
  });

  it('leaves the focus where the user types', async () => {
    const page = await withKey();
    await choose(page, cover, report);
    await page.route('**/api/pdf/merge', async (route) => {
      await page.locator('#option-fileName').pressSequentially('next');
      await route.continue();
    });
    await formButton(page, 'Merge').click();
    await page.getByText('Done: 1 file.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('option-fileName');
  });

  it('keeps the fields of a form when an attachment is added', async () => {
    const page = await withKey();
    await page.getByLabel('Edit a PDF').check();
    await choose(page, file('form.pdf', formPdf(['/FT/Tx/T(name)/V(Ada)'])));
    await page.getByRole('button', { name: 'Read the form' }).click();
    await page.getByLabel('name', { exact: true }).fill('Grace');
    await choose(page, file('note.txt', Buffer.from('A note')));
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Grace');
  });

  it('does not move when the preview of a stamp is drawn', async () => {
    const page = await withKey();
    await page.getByLabel('Stamp a PDF').check();
    await choose(page, report);
    const top = () => page.evaluate('document.getElementById("start").getBoundingClientRect().top + scrollY');
    await page.locator('.stamp-preview').waitFor();
    const before = await top();
    await page.getByRole('img', { name: 'The first page with the stamp' }).waitFor();
    expect(await top()).toBe(before);
  });
});
