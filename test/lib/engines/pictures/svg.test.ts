import { describe, expect, it } from 'vitest';
import { isSvg, svgSize } from '#lib/engines/pictures/svg.ts';

const prolog = `\uFEFF<?xml version="1.0"?>
<!-- <svg width="1"> -->
<!DOCTYPE svg [ <!ENTITY a "b>"> ]>
`;

describe('an SVG document', () => {
  it.each([
    '<svg>',
    '<svg/>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
    `${prolog}<svg width="9">`,
  ])('is recognized: %j', (text) => {
    expect(isSvg(Buffer.from(text))).toBe(true);
  });

  it('is recognized in UTF-16', () => {
    expect(isSvg(Buffer.from('\uFEFF<svg width="1">', 'utf16le'))).toBe(true);
  });

  it.each(['', 'svg', '<html><svg></html>', '<svgs>', 'text <svg>', '<!-- <svg>', '%PDF-1.7 <svg>', prolog])(
    'is not %j',
    (text) => {
      expect(isSvg(Buffer.from(text))).toBe(false);
    },
  );

  it.each([
    ['<svg width="20" height="10">', 20, 10],
    [`<svg width='2.5in' height='5e1in'>`, 2.5, 5],
    ['<svg viewBox="0 0 30 60">', 30, 60],
    ['<svg viewBox="-1,-1,8,4" width="100%" height="100%">', 8, 4],
    ['<svg width="20" height="10" viewBox="0 0 1 1">', 20, 10],
    ['<svg stroke-width="7" width="0" height="10">', 300, 150],
    ['<svg viewBox="a b">', 300, 150],
    [`${prolog}<svg\n\theight="3"\n width="4">`, 4, 3],
  ])('of %j has a size', (text, width, height) => {
    expect(svgSize(Buffer.from(text))).toEqual({ width, height });
  });

  it('takes linear time, whatever it contains', () => {
    for (const text of ['<!--'.repeat(20_000), '<'.repeat(60_000), `<svg ${' width='.repeat(9_000)}>`]) {
      expect(svgSize(Buffer.from(text))).toEqual({ width: 300, height: 150 });
    }
  });
});
