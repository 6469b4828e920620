import { PDFDocument, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { expect, it } from 'vitest';
import type { Drawable } from '#lib/engines/pdf/finishing/overlays/drawable.ts';
import { Opacity } from '#lib/engines/pdf/finishing/overlays/opacity.ts';
import { Tilings } from '#lib/engines/pdf/finishing/overlays/tiling.ts';

const { context } = await PDFDocument.create();

const boxOf = (ref: PDFRef): string => {
  const stream = context.lookup(ref);
  if (!(stream instanceof PDFRawStream)) throw new Error('not a stream');
  return String(stream.dict.get(PDFName.of('BBox')));
};

const line: Drawable = { ref: context.nextRef(), width: 10, height: 5, ink: [-1, -2, 11, 7] };
const view = { box: [0, 0, 100, 100], rotation: 0, unit: 1, width: 100, height: 100 } as const;

it('keeps outlines that leave their line, also translucent and repeated', () => {
  const group = new Opacity(context).groupOf(line);
  expect(boxOf(group.ref)).toBe('[ -1 -2 11 7 ]');
  expect(group).toMatchObject({ width: 10, height: 5 });
  for (const drawable of [line, group]) {
    const pattern = new Tilings(context).pattern(drawable, [1, 0, 0, 1, 0, 0], view);
    expect(boxOf(pattern)).toBe('[ -1 -2 11 7 ]');
  }
});
