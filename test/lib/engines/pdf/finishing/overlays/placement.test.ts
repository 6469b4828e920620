import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlayPositions } from '#lib/api/fields/finishing/overlay-positions.ts';
import { pageView, type PageView } from '#lib/engines/pdf/assembly/pages/page-view.ts';
import { composed, type Matrix, numeral } from '#lib/engines/pdf/finishing/overlays/matrix.ts';
import {
  displayedToUser,
  placementOn,
  userToDisplayed,
} from '#lib/engines/pdf/finishing/overlays/placement.ts';
import { PDFContext } from '#lib/engines/pdf/objects.ts';
import { stamped, stampOf } from '../../../../../support/overlays.ts';
import { latin1, rawPdf, textPages } from '../../../../../support/raw-pdf.ts';
import { isRed, renderPage } from '../../../../../support/rendered-page.ts';

/** A page with these entries in place of its box of 200 x 200. */
const pageWith = (entries: string): Buffer =>
  rawPdf({ ...textPages('text'), 4: latin1(pageObject.replace('/MediaBox[0 0 200 200]', entries)) });
const pageObject = String(textPages('text')[4]);

/** Pages whose displayed size is 300 x 200, however it comes about. */
const pages = [
  ['upright', '/MediaBox[0 0 300 200]'],
  ['turned right', '/MediaBox[0 0 200 300]/Rotate 90'],
  ['upside down', '/MediaBox[0 0 300 200]/Rotate 180'],
  ['turned left', '/MediaBox[0 0 200 300]/Rotate -90'],
  ['cropped', '/MediaBox[0 0 500 500]/CropBox[100 50 400 250]'],
  ['cropped by more than there is', '/MediaBox[0 0 300 200]/CropBox[-100 -100 900 900]'],
  ['turned and cropped', '/MediaBox[-100 -200 400 400]/CropBox[-50 -150 150 150]/Rotate 270'],
  ['below the origin', '/MediaBox[-400 -300 -100 -100]'],
  ['with reversed corners', '/MediaBox[300 200 0 0]'],
  ['in large units', '/MediaBox[0 0 150 100]/UserUnit 2'],
  ['in small units, turned', '/MediaBox[10 10 410 610]/UserUnit .5/Rotate 90'],
] as const;

/** The box of the stamp at each position: 150 x 75 on a page of 300 x 200, from the upper left corner. */
const boxes = {
  'top-left': [0, 0, 150, 75],
  top: [75, 0, 225, 75],
  'top-right': [150, 0, 300, 75],
  left: [0, 62, 150, 138],
  center: [75, 62, 225, 138],
  right: [150, 62, 300, 138],
  'bottom-left': [0, 125, 150, 200],
  bottom: [75, 125, 225, 200],
  'bottom-right': [150, 125, 300, 200],
} as const;

describe.each(pages)('on a page %s', (_, entries) => {
  it.each(overlayPositions)('a stamp at %s is there, upright and of the right size', async (position) => {
    const { bytes } = stamped(pageWith(entries), [stampOf({ position })]);
    const page = await renderPage(bytes);
    expect([page.width, page.height]).toEqual([300, 200]);
    const box = page.boxOf(isRed) ?? [];
    const distances = box.map((edge, index) => Math.abs(edge - (boxes[position][index] ?? NaN)));
    expect(Math.max(...distances), String(box)).toBeLessThanOrEqual(1);
  });

  it('a stamp is moved to the right and up, and turned counter-clockwise', async () => {
    const overlay = stampOf({ position: 'bottom-left', offset: [30, 40], rotation: 90 });
    const page = await renderPage(stamped(pageWith(entries), [overlay]).bytes);
    // 75 x 150, 40 above the lower edge.
    expect(page.boxOf(isRed)).toEqual([30, 10, 105, 160]);
  });
});

const viewOf = (rotation: PageView['rotation'], box: PageView['box'], unit: number): PageView => {
  const context = PDFContext.create();
  const entries = {
    MediaBox: context.obj([...box]),
    Rotate: context.obj(rotation),
    UserUnit: context.obj(unit),
  };
  return pageView(context, entries);
};

const coordinate = fc.integer({ min: -1000, max: 1000 });
const anyView = fc
  .record({
    rotation: fc.constantFrom(0, 90, 180, 270),
    unit: fc.constantFrom(0.5, 1, 3),
    corner: fc.tuple(coordinate, coordinate),
    size: fc.tuple(fc.integer({ min: 10, max: 900 }), fc.integer({ min: 10, max: 900 })),
  })
  .map(({ rotation, unit, corner: [x, y], size: [width, height] }) =>
    viewOf(rotation, [x, y, x + width, y + height], unit),
  );

const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: readonly [number, number]): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

describe('the space of a displayed page', () => {
  it('becomes user space and back', () => {
    fc.assert(
      fc.property(anyView, coordinate, coordinate, (view, x, y) => {
        const there = composed(displayedToUser(view), userToDisplayed(view));
        const [back, up] = apply(there, [x, y]);
        expect(back).toBeCloseTo(x, 6);
        expect(up).toBeCloseTo(y, 6);
      }),
    );
  });

  it('has the corners of the visible box', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const [x, y] = apply(displayedToUser(view), [0, 0]);
        const [right, top] = apply(displayedToUser(view), [view.width, view.height]);
        const box = [Math.min(x, right), Math.min(y, top), Math.max(x, right), Math.max(y, top)];
        for (const [index, edge] of box.entries()) expect(edge).toBeCloseTo(view.box[index] ?? NaN, 6);
      }),
    );
  });
});

describe('turned content', () => {
  it('touches the edges of its position with the box around it, whatever its angle', () => {
    const size = { width: 80, height: 30 };
    fc.assert(
      fc.property(
        anyView,
        fc.integer({ min: -360, max: 360 }),
        fc.constantFrom(...overlayPositions),
        (view, rotation, position) => {
          const placement = placementOn(view, size, 0.5, { rotation, position, offset: [0, 0] });
          const shown = composed(placement, userToDisplayed(view));
          const corners = (
            [
              [0, 0],
              [80, 0],
              [0, 30],
              [80, 30],
            ] as const
          ).map((corner) => apply(shown, corner));
          const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
          if (position.endsWith('left')) expect(Math.min(...xs)).toBeCloseTo(0, 6);
          else if (position.endsWith('right')) expect(Math.max(...xs)).toBeCloseTo(view.width, 6);
          else expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(view.width, 6);
          if (position.startsWith('bottom')) expect(Math.min(...ys)).toBeCloseTo(0, 6);
          else if (position.startsWith('top')) expect(Math.max(...ys)).toBeCloseTo(view.height, 6);
          else expect(Math.min(...ys) + Math.max(...ys)).toBeCloseTo(view.height, 6);
        },
      ),
    );
  });
});

describe('numbers in content', () => {
  it.each([
    [0, '0'],
    [-1e-9, '0'],
    [1e-7, '0'],
    [100, '100'],
    [0.1 + 0.2, '0.3'],
    [-12.5, '-12.5'],
    [14_400_000, '14400000'],
    [1e22, '10000000000000000000000'],
  ])('%s is written as %s', (value, text) => {
    expect(numeral(value)).toBe(text);
  });
});
