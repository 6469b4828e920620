/** How many bytes of a page are searched for its encoding. The standard requires 1024. */
export const searchedBytes = 4096;

/**
 * The media type with which a browser decodes a page correctly: a byte order mark decides, then a `<meta>` (HTML,
 * "prescan a byte stream to determine its encoding"). Without either the type says UTF-8, which browsers do not assume.
 */
export function htmlContentType(page: Uint8Array): string {
  const start = Buffer.from(page.buffer, page.byteOffset, Math.min(page.length, searchedBytes)).toString(
    'latin1',
  );
  const isMarked = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/.test(start);
  return isMarked ? 'text/html' : `text/html; charset=${encodingOf(start)}`;
}

function encodingOf(start: string): string {
  const withoutComments = start.replace(/<!--.*?(-->|$)/gs, '');
  for (const meta of metaTags(withoutComments)) {
    const [, label] = /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(meta) ?? [];
    if (label === undefined) continue;
    const encoding = knownEncoding(label);
    // A UTF-16 page could not have been scanned here: the standard treats the label as UTF-8.
    if (encoding !== undefined && !encoding.startsWith('utf-16')) return encoding;
  }
  return 'utf-8';
}

function* metaTags(html: string): Generator<string> {
  const start = /<meta\s/gi;
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const end = html.indexOf('>', match.index);
    if (end < 0) return;
    yield html.slice(match.index, end + 1);
    start.lastIndex = end;
  }
}

/** The encoding for a label (Encoding Standard). */
function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
