const slash = 0x2f;

/** White space and delimiters (PDF 32000-1, 7.2.2), which end a name. */
const endsName = new Uint8Array(256);
for (const character of '\0\t\n\f\r ()<>[]{}/%') endsName[character.charCodeAt(0)] = 1;

/**
 * All names in a content stream. Ignores operators, and whether a slash is inside a string or image data, so no name is
 * missed however damaged the content is. A name too many does little harm.
 */
export function namesIn(content: Uint8Array): Set<string> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const names = new Set<string>();
  for (let start = bytes.indexOf(slash); start >= 0;) {
    let end = start + 1;
    while (end < bytes.length && endsName[bytes[end] ?? 0] === 0) end += 1;
    names.add(decoded(bytes.toString('latin1', start + 1, end)));
    start = bytes.indexOf(slash, end);
  }
  return names;
}

/** Undoes the escapes of a name (PDF 32000-1, 7.3.5). */
const decoded = (name: string): string =>
  name.includes('#')
    ? name.replace(/#([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : name;
