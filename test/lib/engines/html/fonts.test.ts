import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '#lib/engines/html/render-request.ts';
import { makeFont } from '../../../support/font.ts';
import { pageFonts } from '../../../support/pdf.ts';
import {
  asset,
  deadline,
  htmlSource,
  imageRequest,
  pdfRequest,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

/** A page with one text per font stack. */
const pageIn = (...stacks: readonly string[]): string =>
  `<!doctype html><meta charset=utf-8>${stacks.map((stack) => `<p style='font-family: ${stack}'>Text</p>`).join('')}`;

describe.skipIf(leftOut('chromium'))('the warnings of a rendered page', { timeout: 60_000 }, () => {
  const used = useRenderer();
  const warningsOf = async (request: RenderRequest) =>
    (await used.renderer.render(request, deadline())).warnings;

  const substituted = (font: string, by: string) => ({
    code: 'font-substituted',
    message: `The font ${font} is not available and was replaced by ${by}.`,
    font,
    by,
  });

  it.each([
    ['PDF', pdfRequest],
    ['picture', imageRequest],
  ] as const)('name each font that is replaced in a %s once', async (_, request) => {
    const page = pageIn(
      'Aptos, sans-serif',
      'Lato',
      '"Segoe UI", Roboto',
      'serif',
      'Aptos, serif',
      'Georgia',
    );
    expect(await warningsOf(request(page))).toEqual([
      substituted('Aptos', 'Cabin'),
      substituted('Georgia', 'TeX Gyre Pagella'),
    ]);
  });

  it.each([
    'serif',
    'sans-serif',
    'monospace',
    'cursive',
    'fantasy',
    'system-ui',
    'math',
    'ui-monospace',
    'Bar',
  ])('name the font used in a PDF when a stack falls back to %s', async (name) => {
    const { content, warnings } = await used.renderer.render(pdfRequest(pageIn(`Foo, ${name}`)), deadline());
    const [[found = ''] = []] = await pageFonts(content);
    const [{ font, by = '' } = {}] = warnings;
    expect(font).toBe('Foo');
    expect(found.replaceAll('-', '')).toContain(by.replaceAll(' ', ''));
  });

  it('do not name a web font of the page, unless it does not load', async () => {
    const face = (name: string): string => `@font-face { font-family: Own; src: url(${name}) }`;
    const page = (name: string): string => `<style>${face(name)}</style>${pageIn('Own, serif')}`;
    const assets = [asset('own.ttf', makeFont('Own'))];
    expect(await warningsOf(pdfRequest(htmlSource(page('own.ttf'), assets)))).toEqual([]);
    expect(await warningsOf(pdfRequest(page('missing.ttf')))).toContainEqual(
      substituted('Own', 'Liberation Serif'),
    );
  });

  it('name Times New Roman when the page does', async () => {
    expect(await warningsOf(pdfRequest('<p>Text'))).toEqual([]);
    expect(await warningsOf(pdfRequest(pageIn('"Times New Roman"')))).toEqual([
      substituted('Times New Roman', 'Liberation Serif'),
    ]);
  });

  it('do not name fonts of invisible text', async () => {
    const page = '<p>Text<p style="display: none; font-family: Aptos">Text<p style="font-family: Georgia"> ';
    expect(await warningsOf(pdfRequest(page))).toEqual([]);
  });

  it('name the characters that no font has', async () => {
    const page = `${pageIn('Lato')}Known 日本 😀 ❤️, invisible \u200d\u00ad, private \ue000, unknown \u{13000} \u1820`;
    for (const request of [pdfRequest(page), imageRequest(page)]) {
      expect(await warningsOf(request)).toEqual([
        {
          code: 'glyphs-missing',
          message:
            'Characters that no available font contains are shown as boxes or left out: U+13000, U+1820.',
          characters: '\u{13000}\u1820',
        },
      ]);
    }
  });

  it('are bounded, and leave the rendering of a page that attacks them unchanged', async () => {
    const paragraphs = Array.from(
      { length: 3000 },
      (_, index) => `<p style="font-family: F${index}">Text</p>`,
    );
    const script =
      'Element.prototype.checkVisibility = getComputedStyle = () => { throw 1 }; Array.prototype.map = () => [];';
    const long = 'x'.repeat(100_000);
    const page = `<script>${script}</script>${pageIn(long)}${paragraphs.join('')}`;
    const warnings = await warningsOf(pdfRequest(page));
    expect(warnings).toHaveLength(20);
    for (const { font = '' } of warnings) expect(font.length).toBeLessThanOrEqual(100);
  });
});
