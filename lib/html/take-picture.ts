import type { CDPSession, Protocol } from 'puppeteer-core';
import { AppError } from '../app-error.ts';
import { imageSize } from './image-size.ts';
import { readFromPage, ScriptError } from './in-page.ts';
import { drawable } from './page-setup.ts';
import type { ImageFormat, ImageOptions } from './render-request.ts';

/**
 * The longest side in pixels that is drawn right. WebP's is the format's own: 14 bits.
 * Source: WebP Container Specification, VP8X canvas, and RFC 6386 for the pictures in it.
 */
const longestSide: Record<ImageFormat, number> = { png: 30_000, jpeg: 30_000, webp: 16_383 };

/** The most pixels: Chromium has each of them several times at four bytes while it makes the picture. */
const mostPixels = 80_000_000;

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Picture {
  content: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * Takes a picture of the page, the viewport or an element.
 *
 * @throws AppError `render-failed` when there is no such element or the picture would be too large, `invalid-field` for a
 *   selector that is none
 */
export async function takePicture(
  session: CDPSession,
  format: ImageFormat,
  options: ImageOptions,
): Promise<Picture> {
  const { deviceScaleFactor } = options;
  const area = await areaOf(session, options);
  const clip = {
    ...area,
    width: drawable(area.width, deviceScaleFactor),
    height: drawable(area.height, deviceScaleFactor),
  };
  requireDrawable(clip, format, deviceScaleFactor);
  if (options.omitBackground && format !== 'jpeg') {
    await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  }
  const { data } = await session.send('Page.captureScreenshot', {
    format,
    ...(format === 'png' ? {} : { quality: options.quality }),
    clip: { ...clip, scale: 1 },
    captureBeyondViewport: true,
  });
  const content = Buffer.from(data, 'base64');
  return { content, ...imageSize(content) };
}

/** In CSS pixels from the page's beginning; whole ones, so that no edge is blurred. */
async function areaOf(session: CDPSession, options: ImageOptions): Promise<Rectangle> {
  if (options.selector !== undefined) return elementArea(session, options.selector);
  const { cssContentSize, cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  if (options.fullPage) return outward(cssContentSize);
  const { pageX: x, pageY: y } = cssVisualViewport;
  return outward({ x, y, width: options.width, height: options.height });
}

async function elementArea(session: CDPSession, selector: string): Promise<Rectangle> {
  const area = await readFromPage<Rectangle | null>(
    session,
    `(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
      if (box === undefined) return 'null';
      return JSON.stringify({ x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height });
    })()`,
  ).catch((error: unknown) => {
    if (!(error instanceof ScriptError)) throw error;
    throw AppError.inField('invalid-field', 'selector', `'${selector}' is not a CSS selector`, {
      cause: error,
    });
  });
  if (area === null)
    throw new AppError('render-failed', `selector: no element of the page matches '${selector}'.`);
  if (area.width === 0 || area.height === 0) {
    throw new AppError('render-failed', `selector: the element that matches '${selector}' is not visible.`);
  }
  return outward(area);
}

function outward({ x, y, width, height }: Rectangle | Protocol.DOM.Rect): Rectangle {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

function requireDrawable(area: Rectangle, format: ImageFormat, scale: number): void {
  const width = Math.ceil(area.width * scale);
  const height = Math.ceil(area.height * scale);
  const longest = longestSide[format];
  if (Math.max(width, height) <= longest && width * height <= mostPixels) return;
  throw new AppError(
    'render-failed',
    `The picture would be ${width} × ${height} pixels; ${format === 'webp' ? 'WebP' : format.toUpperCase()} pictures ` +
      `can have ${longest} pixels a side and ${mostPixels / 1e6} million in all.`,
  );
}
