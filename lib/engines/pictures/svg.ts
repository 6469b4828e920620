/** The root element of an SVG document is within its first bytes, after a declaration, comments and a document type. */
const startBytes = 65_536;

/** Size of an SVG that says nothing of it, as CSS has it. In pixels. */
const defaultSize = { width: 300, height: 150 };

/** The width and height of a picture. */
interface Size {
  width: number;
  height: number;
}

const startOf = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff || bytes[0] === 0xfe ? 'utf-16' : 'utf-8').decode(
    bytes.subarray(0, startBytes),
  );

/** Whether the bytes are an SVG document: XML whose root element is `svg`. */
export const isSvg = (bytes: Uint8Array): boolean => rootTag(startOf(bytes)) !== undefined;

/** The size of an SVG document by its `viewBox`, or its `width` and `height`. Only the ratio is meaningful. */
export function svgSize(bytes: Uint8Array): Size {
  const tag = rootTag(startOf(bytes)) ?? '';
  const [, , boxWidth, boxHeight] = numbersIn(attribute(tag, 'viewBox'));
  const [width, height] = [attribute(tag, 'width'), attribute(tag, 'height')].map((length) =>
    length.includes('%') ? undefined : numbersIn(length)[0],
  );
  return sizeOf(width, height) ?? sizeOf(boxWidth, boxHeight) ?? defaultSize;
}

/** The start tag of the root element, without its angle brackets, if it is `svg`. */
function rootTag(text: string): string | undefined {
  let position = 0;
  for (;;) {
    const start = text.indexOf('<', position);
    if (start < 0 || /[^\s\uFEFF]/.test(text.slice(position, start))) return undefined;
    const end = endOf(text, start);
    if (end < 0) return undefined;
    const tag = text.slice(start + 1, end);
    if (!/^[!?]/.test(tag)) return /^(?:[A-Za-z]{1,20}:)?svg(?:[\s/]|$)/.test(tag) ? tag : undefined;
    position = end + 1;
  }
}

/** The end of the markup at `start`: a comment, a declaration with its internal subset, or a tag. */
function endOf(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return ended(text, '-->', start);
  if (text.startsWith('<?', start)) return ended(text, '?>', start);
  const close = text.indexOf('>', start);
  const subset = text.startsWith('<!', start) ? text.indexOf('[', start) : -1;
  if (subset < 0 || subset > close) return close;
  const end = text.indexOf(']', subset);
  return end < 0 ? -1 : text.indexOf('>', end);
}

function ended(text: string, mark: string, start: number): number {
  const index = text.indexOf(mark, start);
  return index < 0 ? -1 : index + mark.length - 1;
}

const sizeAttribute = /\s(viewBox|width|height)\s{0,9}=\s{0,9}["']([^"'<>]{0,200})["']/g;

/** The first value of an attribute; empty if absent. */
function attribute(tag: string, name: string): string {
  for (const [, found, value] of tag.matchAll(sizeAttribute)) if (found === name) return value ?? '';
  return '';
}

const numbersIn = (text: string): number[] =>
  (text.match(/[-+]?(?:\d{1,12}\.?\d{0,12}|\.\d{1,12})/g) ?? []).map(Number);

function sizeOf(width: number | undefined, height: number | undefined): Size | undefined {
  return width && height && width > 0 && height > 0 ? { width, height } : undefined;
}
