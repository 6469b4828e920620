import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PdfOptions } from '#lib/api/options/html.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { ResidentBrowser } from '#lib/engines/html/chromium/resident-browser.ts';
import { pdfViewport } from '#lib/engines/html/page-setup.ts';
import { printPdf } from '#lib/engines/html/print-pdf.ts';
import { skipWindowLayout } from '#lib/engines/html/skip-window-layout.ts';
import { pageTexts } from '../../../support/pdf.ts';
import {
  chromiumRoot,
  deadline,
  fontsConf,
  imageRequest,
  pdfRequest,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

/** CSS pixels in inches. */
const inches = (pixels: number): number => pixels / 96;
const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };
const outputOf = (options: Partial<PdfOptions>) => {
  const request = pdfRequest('', options);
  if (request.format !== 'pdf') throw new TypeError('not a PDF');
  return request;
};

const asWindow = { paper: { width: inches(1280), height: inches(800) }, margins: noMargins };
const sizedAsWindow = '<style>@page { size: 1280px 800px; margin: 0 }</style>';

describe('the layout for the window after printing', () => {
  it.each<[string, Partial<PdfOptions>, boolean]>([
    ['is skipped', {}, true],
    ['is skipped for landscape pages', { landscape: true }, true],
    ['is skipped for paper whose area is almost as large as the window', { ...asWindow, scale: 0.99 }, true],
    ['is not skipped for paper whose area is as large as the window', asWindow, false],
    [
      'is not skipped for a scaled area as large as the window',
      { paper: { width: inches(640), height: inches(400) }, margins: noMargins, scale: 0.5 },
      false,
    ],
    [
      'is not skipped for a rotated area as large as the window',
      {
        paper: { width: inches(820), height: inches(1340) },
        margins: { top: inches(10), bottom: inches(10), left: inches(20), right: inches(40) },
        landscape: true,
      },
      false,
    ],
    ['is not skipped for single pages', { singlePage: true }, false],
  ])('%s', (_, options, isSkipped) => {
    expect(skipWindowLayout(outputOf(options)).script.includes('content-visibility')).toBe(isSkipped);
  });

  it('is not skipped for images', () => {
    expect(skipWindowLayout(imageRequest('')).script).not.toContain('content-visibility');
  });
});

describe.skipIf(leftOut('chromium'))('a page that is not laid out for its window again', () => {
  const used = useRenderer();
  const texts = async (html: string, options: Partial<PdfOptions> = {}): Promise<string[]> =>
    pageTexts((await used.renderer.render(pdfRequest(html, options), deadline())).content);

  it.each<[string, string, Partial<PdfOptions>]>([
    ['of paper as large as the window', '', asWindow],
    ['of paper that the page makes as large as the window', sizedAsWindow, { preferCssPageSize: true }],
    ['of paper as large as the window that is not used', sizedAsWindow, { preferCssPageSize: false }],
    ['that is as wide as the window', '<div style="width:1280px;height:1px"></div>', { landscape: true }],
    [
      'in a page that hides its content in no viewport',
      '<style>:root{content-visibility:visible!important}</style>',
      {},
    ],
    ['in frames', '<iframe srcdoc="inner"></iframe>', {}],
  ])('hides no content %s', async (_, html, options) => {
    const [text = ''] = await texts(
      `${html}<p>before</p><div style="height:300px"></div><p>after</p>`,
      options,
    );
    expect(text).toContain('before');
    expect(text).toContain('after');
    expect(text.includes('inner')).toBe(html.includes('inner'));
  });

  it.each([
    ['has no layout afterwards', {}, false],
    ['has one where nothing is skipped', asWindow, true],
  ])('%s', async (_, options, isVisible) => {
    const workDirectory = await mkdtemp(join(tmpdir(), 'skip-window-layout-'));
    const browser = new ResidentBrowser({
      chromiumRoot,
      fontsConf,
      workDirectory,
      allowedHosts: AllowedHosts.none,
      maximumUses: 1,
      maximumAge: 60_000,
    });
    const { frame, session } = await browser.take();
    const { frameTree } = await session.send('Page.getFrameTree');
    await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: '<p>text</p>' });
    await session.send('Emulation.setDeviceMetricsOverride', { ...pdfViewport, mobile: false });
    const output = outputOf(options);
    await frame.readAll([skipWindowLayout(output)]);
    await printPdf(frame, output.pdf, '');
    const script = "document.querySelector('p').checkVisibility()";
    expect(await frame.read(script, (value) => (typeof value === 'boolean' ? value : undefined))).toBe(
      isVisible,
    );
    await browser.close();
    await rm(workDirectory, { recursive: true });
  });

  it('follows the changes that the page makes before printing', async () => {
    const page = `<p>x</p><script>addEventListener('beforeprint', () => {
      const p = document.querySelector('p');
      p.textContent = p.getBoundingClientRect().width + ' of ' + innerWidth;
    })</script>`;
    expect(await texts(page)).toEqual(['1264 of 1280']);
  });
});
