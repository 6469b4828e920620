import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A page as a reader displays it. */
export interface RenderedPage {
  /** In points. */
  width: number;
  height: number;
  /** The colour of a point, right and down from the upper left corner. */
  at(x: number, y: number): readonly [red: number, green: number, blue: number];
  /** The box of all points whose colour matches: left, top, right, bottom; undefined if there is none. */
  boxOf(matches: (colour: readonly number[]) => boolean): [number, number, number, number] | undefined;
}

/** Renders a page with one pixel per point. `number` is from 1. */
export async function renderPage(bytes: Uint8Array, number = 1, password?: string): Promise<RenderedPage> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, ...(password ? { password } : {}) });
  const document = await task.promise;
  try {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
    const { data } = context.getImageData(0, 0, width, height);
    const at: RenderedPage['at'] = (x, y) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(4 * (Math.floor(y) * width + Math.floor(x)));
      return [red, green, blue];
    };
    return { width, height, at, boxOf: (matches) => boxOf({ width, height, at }, matches) };
  } finally {
    await task.destroy();
  }
}

function boxOf(
  { width, height, at }: Pick<RenderedPage, 'width' | 'height' | 'at'>,
  matches: (colour: readonly number[]) => boolean,
): [number, number, number, number] | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!matches(at(x, y))) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  return right < left ? undefined : [left, top, right, bottom];
}

export const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  red > 200 && green < 60 && blue < 60;
