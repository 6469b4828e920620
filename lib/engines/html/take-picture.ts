import type { Protocol } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import { imageSize } from './image-size.ts';
import type { MainFrame } from './main-frame.ts';
import { drawable } from './page-setup.ts';
import type { ImageFormat, ImageOptions } from '../../api/options/html.ts';
import type { ScriptError } from './script-error.ts';

/**
 * The longest side in pixels that is drawn correctly. WebP's limit is the format's: 14 bits. Source: WebP Container
 * Specification, VP8X canvas, and RFC 6386 for the images in it.
 */
const longestSide: Record<ImageFormat, number> = { png: 30_000, jpeg: 30_000, webp: 16_383 };

/** Maximum number of pixels: Chromium holds several copies, at four bytes per pixel, while it creates the image. */
const mostPixels = 80_000_000;

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Picture {
  content: Buffer;
  /** Width in pixels. */
  width: number;
  height: number;
}

/**
 * Takes a screenshot of the page, the viewport, an element or a rectangle.
 *
 * @throws AppError `render-failed` when the element does not exist or the image would be too large, `invalid-field`
 *   when a selector is not valid
 */
export async function takePicture(
  frame: MainFrame,
  format: ImageFormat,
  options: ImageOptions,
): Promise<Picture> {
  const { session } = frame;
  const { deviceScaleFactor } = options;
  const area = await areaOf(frame, options);
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

/** In CSS pixels from the page's origin; whole numbers, so that no edge is blurred. */
async function areaOf(frame: MainFrame, options: ImageOptions): Promise<Rectangle> {
  if (options.clip !== undefined) return outward(options.clip);
  if (options.selector !== undefined) return elementArea(frame, options.selector);
  const { cssContentSize, cssVisualViewport } = await frame.session.send('Page.getLayoutMetrics');
  if (options.fullPage) return outward(cssContentSize);
  const { pageX: x, pageY: y } = cssVisualViewport;
  return outward({ x, y, width: options.width, height: options.height });
}

async function elementArea(frame: MainFrame, selector: string): Promise<Rectangle> {
  const script = `(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    if (element === null) return null;
    const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
    return { x: x + scrollX, y: y + scrollY, width, height };
  })()`;
  const errorOf = (cause: ScriptError): AppError =>
    AppError.inField('invalid-field', 'selector', `'${selector}' is not a CSS selector`, { cause });
  const area = await frame.read(script, readArea, errorOf);
  if (area === null) throw unusableSelector(`'${selector}' matches no element of the page`);
  if (area.width === 0 || area.height === 0) {
    throw unusableSelector(`'${selector}' matches an element that is not visible`);
  }
  return outward(area);
}

const unusableSelector = (message: string): AppError =>
  AppError.inField('render-failed', 'selector', message);

function readArea(value: unknown): Rectangle | null | undefined {
  if (value === null) return null;
  if (typeof value !== 'object') return undefined;
  const { x, y, width, height } = value as Record<string, unknown>;
  return isFinite(x) && isFinite(y) && isFinite(width) && isFinite(height)
    ? { x, y, width, height }
    : undefined;
}

const isFinite = (value: unknown): value is number => Number.isFinite(value);

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
    `The image would have ${width} × ${height} pixels; ${format === 'webp' ? 'WebP' : format.toUpperCase()} images ` +
      `can have ${longest} pixels per side and ${mostPixels / 1e6} million in total.`,
  );
}
