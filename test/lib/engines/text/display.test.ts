import { describe, expect, it } from 'vitest';
import type { PageView } from '#lib/engines/pdf/assembly/pages/page-view.ts';
import { displayedBox, pointOnPage } from '#lib/engines/text/display.ts';

const viewWith = (rotation: PageView['rotation']): PageView => ({
  box: [10, 20, 110, 220],
  rotation,
  unit: 2,
  width: rotation % 180 === 0 ? 200 : 400,
  height: rotation % 180 === 0 ? 400 : 200,
});

describe('positions on a page as displayed', () => {
  it.each([
    [0, [0, 400], [200, 0]],
    [90, [0, 0], [400, 200]],
    [180, [200, 0], [0, 400]],
    [270, [400, 200], [0, 0]],
  ] as const)('follow a rotation by %i degrees', (rotation, lowerLeft, upperRight) => {
    const view = viewWith(rotation);
    expect(pointOnPage(view, 10, 20)).toEqual(lowerLeft);
    expect(pointOnPage(view, 110, 220)).toEqual(upperRight);
    expect(displayedBox(view, view.box)).toEqual({
      left: 0,
      top: 0,
      right: view.width,
      bottom: view.height,
    });
  });
});
