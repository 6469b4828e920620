/** The longest name that common file systems accept, in UTF-8 bytes. */
const maxBytes = 255;

/** Control characters, bidirectional overrides (which make `gpj.exe` read as `exe.jpg`), and quotes. */
const unsafe = /[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF"'`]/gu;

/**
 * Returns the last path segment of a client's file name without control characters and quotes, in UTF-8. Empty if
 * nothing is left, and never longer than 255 bytes.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(unsafe, '').trim();
  return /^\.*$/.test(clean) ? '' : truncated(clean, maxBytes);
}

/** Characters that separate folders, or that Windows does not allow in names. */
const reserved = /[/\\:*?<>|]/g;

/** Returns the name for a file with this title, without an extension. Empty if nothing is left of it. */
export const titledFileName = (title: string): string =>
  safeFileName(title.replaceAll(/\s+/g, ' ').replaceAll(reserved, '-'));

/** Returns `name` without `extension` (`.pdf`), in any case of letters. */
export function withoutExtension(name: string, extension: string): string {
  return name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
}

/**
 * Returns `name` with `extension` (`.pdf`), added if it is missing. At most 255 bytes; the name is cut before the
 * extension.
 */
export function withExtension(name: string, extension: string): string {
  return truncated(withoutExtension(name, extension), maxBytes - Buffer.byteLength(extension)) + extension;
}

/** Names of files that are used together. Names that differ only in the case of letters are the same on many systems. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** Takes a name: `stem`, `suffix`, `-2` or a higher number if that is taken, and `extension` (`.pdf`). */
  take(stem: string, suffix: string, extension: string): string {
    // One extension, so that the suffix and the number survive if a long name is cut.
    const nameOf = (count: number): string =>
      withExtension(stem, `${suffix}${count > 1 ? `-${count}` : ''}${extension}`);
    let count = 1;
    while (this.#taken.has(nameOf(count).toLowerCase())) count += 1;
    const name = nameOf(count);
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

function truncated(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let result = '';
  let left = bytes;
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    result += character;
  }
  return result;
}

/** Returns a `Content-Disposition` that saves a file as `name` (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
