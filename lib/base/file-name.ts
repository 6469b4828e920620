/** The longest name that common file systems take, in UTF-8 bytes. */
const maxBytes = 255;

/** Control characters, bidirectional overrides (which make `gpj.exe` read as `exe.jpg`), and quotes. */
const unsafe = /[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF"'`]/gu;

/**
 * The last path part of a client's file name without control characters and quotes; UTF-8 is kept. Empty when
 * nothing is left, and never longer than 255 bytes.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(unsafe, '').trim();
  return /^\.*$/.test(clean) ? '' : truncated(clean, maxBytes);
}

/** `name` without `extension` (`.pdf`), whatever the case it was written in. */
export function withoutExtension(name: string, extension: string): string {
  return name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
}

/** `name` ending in `extension` (`.pdf`), added when it is missing; the whole at most 255 bytes, cut before it. */
export function withExtension(name: string, extension: string): string {
  return truncated(withoutExtension(name, extension), maxBytes - Buffer.byteLength(extension)) + extension;
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

/** A `Content-Disposition` that saves under `name` (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
