import { describe, expect, it } from 'vitest';
import type { Overlay } from '#lib/engines/pdf/finishing/overlays/overlay.ts';
import { fitOn } from '#lib/engines/pdf/finishing/overlays/fit.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { stamped, stampOf } from '../../../../../support/overlays.ts';
import { pageTexts } from '../../../../../support/pdf.ts';
import { rawPdf, textPages } from '../../../../../support/raw-pdf.ts';
import { isRed, renderPage } from '../../../../../support/rendered-page.ts';

const text = stampOf({ content: { kind: 'text', text: 'x', fontSize: 24, color: '#000000' } });
const picture = stampOf({ rotation: 30 });

const half = { factor: 0.5, isRelative: true };
const wide = { width: 400, height: 100 };
const tall = { width: 100, height: 400 };
const portrait = { width: 300, height: 400 };
const landscape = { width: 400, height: 300 };

describe('an overlay on a page', () => {
  it.each([
    ['its width is a share of that of the page', picture, wide, portrait, 150 / 400],
    ['as much for text', text, wide, portrait, 150 / 400],
    ['of each page', text, wide, landscape, 200 / 400],
    ['the height of a high picture is a share of that of the page', picture, tall, portrait, 200 / 400],
    ['but text is never measured by its height', text, tall, portrait, 150 / 100],
  ])('that is sized by the page: %s', (_, overlay, size, page, scale) => {
    expect(fitOn(page, size, { ...overlay, fit: { scale: half } }).scale).toBeCloseTo(scale);
  });

  it('is sized by itself', () => {
    const fit = { scale: { factor: 1.5, isRelative: false } };
    expect(fitOn(portrait, wide, { ...picture, fit })).toEqual({ scale: 1.5, rotation: 30 });
  });

  it.each([
    ['rising', wide, portrait, 53.13],
    ['rising', wide, landscape, 36.87],
    ['rising', tall, portrait, -36.87],
    ['falling', wide, portrait, -53.13],
    ['falling', tall, landscape, 53.13],
  ] as const)('follows the diagonal with its longer side: %s, %j on %j', (diagonal, size, page, rotation) => {
    const overlay: Overlay = { ...picture, fit: { scale: half, diagonal } };
    expect(fitOn(page, size, overlay).rotation).toBeCloseTo(rotation, 2);
  });

  it('has no fit: the share of the width for pictures, no scale for text', () => {
    expect(fitOn(portrait, tall, picture)).toEqual({ scale: 1.5, rotation: 30 });
    expect(fitOn(portrait, tall, text)).toEqual({ scale: 1, rotation: 0 });
  });
});

describe('pages with overlays', () => {
  it('show the pages of a PDF one after the other, and the last one on all others', async () => {
    const content = {
      kind: 'page',
      source: openPdf(rawPdf(textPages('x', 'y'))),
      index: 'same',
      scale: 1,
    } as const;
    const { bytes } = stamped(rawPdf(textPages('a', 'b', 'c')), [stampOf({ content })]);
    expect(await pageTexts(bytes)).toEqual(['ax', 'by', 'cy']);
  });

  it('are rotated before or after that', async () => {
    const rotations = [{ pages: [{ first: 1, last: 1 }], angle: 90 }];
    const overlay = stampOf({ position: 'top-left' });
    const boxOf = async (rotatesOverlays: boolean) => {
      const { bytes } = stamped(rawPdf(textPages('a')), [overlay], { rotations, rotatesOverlays });
      return (await renderPage(bytes)).boxOf(isRed);
    };
    expect(await boxOf(false)).toEqual([0, 0, 100, 50]);
    expect(await boxOf(true)).toEqual([150, 0, 200, 100]);
  });
});
