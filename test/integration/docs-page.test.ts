import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser, type OpenOptions } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import { choose, cover, file, formButton, openWithKey, report } from '../support/docs-page.ts';
import { leftOut } from '../support/requirements.ts';
import { startStageProxy } from '../support/stage-proxy.ts';

describe.skipIf(leftOut('chromium'))('the docs page', () => {
  const { open } = useBrowser();
  const withKey = (options?: OpenOptions, baseUrl?: string) => openWithKey(open, options, baseUrl);
  let stage: Awaited<ReturnType<typeof startStageProxy>>;
  beforeAll(async () => {
    stage = await startStageProxy(stack.baseUrl, '/prod');
  });
  afterAll(() => stage.stop());

  describe('the reference', () => {
    it('sends real files with the key, also behind a stage', async () => {
      const page = await withKey({}, stage.url);
      await page.getByRole('link', { name: 'API reference' }).click();
      const operation = page.locator('#operations-PDF-merge-pdf');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      const inputs = operation.locator('input[type=file]');
      await inputs.nth(0).setInputFiles(cover);
      await inputs.nth(1).setInputFiles(report);
      await operation.getByRole('button', { name: 'Execute' }).click();
      const response = operation.locator('.live-responses-table tbody');
      await response.getByText('"pages": 8').waitFor();
      expect(await response.innerText()).toContain('ratelimit-policy');
      expect(await operation.locator('.request-url').innerText()).toContain(`${stage.url}/api/pdf/merge`);
    });

    it('shows the operation that the URL names', async () => {
      const page = await open(`${stack.baseUrl}/docs#/PDF/merge-pdf`);
      await page.locator('#operations-PDF-merge-pdf').waitFor();
      const top = () =>
        page.evaluate('document.getElementById("operations-PDF-merge-pdf").getBoundingClientRect().top');
      await expect.poll(top).toBeLessThan(50);
    });

    it('requires a key', async () => {
      const page = await open(`${stack.baseUrl}/docs#/Jobs/list-jobs`, { expected: [401] });
      const operation = page.locator('#operations-Jobs-list-jobs');
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.getByText('"code": "unauthorized"').first().waitFor();
    });
  });

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it('has sufficient contrast for every text', async () => {
      const page = await withKey({ colorScheme, expected: [400] });
      await choose(page, cover, file('not-really.pdf', Buffer.from('no PDF')));
      await page.getByText('More options').click();
      await formButton(page, 'Merge').click();
      await page.locator('.at-fault').waitFor();
      expect(await page.evaluate(lowContrasts)).toEqual([]);
    });
  });

  it('names every control, and has no id twice', async () => {
    const page = await withKey();
    await choose(page, cover, report);
    await page.getByText('More options').click();
    await page.getByRole('button', { name: 'Add a bookmark' }).click();
    expect(await page.evaluate(unnamedControls)).toEqual([]);
  });

  it.each([320, 360, 800])('fits a window of %i pixels', async (width) => {
    const page = await withKey({ viewport: { width, height: 740 } });
    await choose(page, cover, file(`${'a long name '.repeat(8)}.pdf`, report.buffer));
    await formButton(page, 'Merge').click();
    await page.locator('.sheet.drawn').first().waitFor();
    await page.locator('#reference').scrollIntoViewIfNeeded();
    const operation = page.locator('#operations-PDF-split-pdf');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.locator('input[type=file]').first().setInputFiles(report);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('says that the description of the API cannot be read', async () => {
    const page = await open(`${stack.baseUrl}/docs`);
    await page.route('**/openapi.json', (route) => route.fulfill({ json: {}, status: 203 }));
    await page.reload();
    await page.getByRole('alert').getByText('An error occurred on this page').waitFor();
  });

  it('hardly moves while it loads', async () => {
    const page = await open(`${stack.baseUrl}/docs`);
    await page.locator('#option-outline').waitFor();
    const shift = await page.evaluate<number>(
      `new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
          .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      })`,
    );
    // Below 0.1 is what is called good (web.dev/cls).
    expect(shift).toBeLessThan(0.05);
  });
});

/** Texts of the console whose contrast is under 4.5, or 3 where they are large (WCAG 2.2, 1.4.3). */
const lowContrasts = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b]
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const ground = channels(getComputedStyle(at).backgroundColor);
      if ((ground[3] ?? 1) > 0.5) return ground;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('header *, #console *')].flatMap((element) => {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const field = element.matches('input:not([type=radio], [type=checkbox], [type=file]), select, textarea');
    if (!(own || field) || !element.checkVisibility() || element.closest('.unseen, [aria-disabled=true]')) return [];
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const [a, b] = [luminance(channels(color)), luminance(groundOf(element))].sort((x, y) => y - x);
    const size = parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const contrast = (a + 0.05) / (b + 0.05);
    return contrast >= least ? [] : [element.tagName + ' ' + element.textContent.trim().slice(0, 40) + ' ' + contrast.toFixed(2)];
  });
})()`;

/** Controls of the console without a name, and ids that stand twice in the page. */
const unnamedControls = `(() => {
  const nameOf = (control) =>
    control.getAttribute('aria-label') || [...(control.labels ?? [])].map((label) => label.textContent).join('') || control.textContent;
  const unnamed = [...document.querySelectorAll('header :is(a, button), #console :is(a, button, input, select, textarea, progress)')]
    .filter((control) => control.checkVisibility() && (nameOf(control) ?? '').trim() === '')
    .map((control) => control.outerHTML.slice(0, 80));
  const ids = [...document.querySelectorAll('#console [id], header [id]')].map(({ id }) => id);
  return [...unnamed, ...ids.filter((id, index) => ids.indexOf(id) !== index)];
})()`;
