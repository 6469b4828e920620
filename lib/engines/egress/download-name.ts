import { safeFileName } from '../../base/file-name.ts';

/**
 * Returns the name of a downloaded file: from `Content-Disposition` (RFC 6266), else the last segment of the URL's
 * path. Empty if neither contains one.
 *
 * @param disposition the value of the header, as Node decodes it
 * @param url the URL that returned the file
 */
export function downloadName(disposition: string | undefined, url: URL): string {
  const parameters = parametersOf(asUtf8(disposition ?? ''));
  const candidates = [
    extendedValue(parameters.get('filename*') ?? ''),
    parameters.get('filename') ?? '',
    percentDecoded(url.pathname.split('/').at(-1) ?? ''),
  ];
  return candidates.map(safeFileName).find((name) => name !== '') ?? '';
}

/** Returns the parameters by lower-case name, up to an unclosed quote. Of two with one name the first counts. */
function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const name = /;\s*([^\s=;"]+)\s*=\s*/g;
  for (let match = name.exec(disposition); match; match = name.exec(disposition)) {
    const found = valueAt(disposition, name.lastIndex);
    if (!found) break;
    name.lastIndex = found.end;
    const key = (match[1] ?? '').toLowerCase();
    if (!parameters.has(key)) parameters.set(key, found.value);
  }
  return parameters;
}

/** Returns the token or quoted text that starts at `start`, and where it ends. Reads each character once. */
function valueAt(text: string, start: number): { value: string; end: number } | undefined {
  if (text[start] !== '"') {
    const semicolon = text.indexOf(';', start);
    const end = semicolon < 0 ? text.length : semicolon;
    return { value: text.slice(start, end).trim(), end };
  }
  const characters: string[] = [];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return { value: characters.join(''), end: at + 1 };
    if (text[at] === '\\') at += 1;
    characters.push(text[at] ?? '');
  }
  return undefined;
}

/** Decodes `charset'language'percent-encoded` (RFC 8187). Empty for other formats and charsets. */
function extendedValue(value: string): string {
  const [charset = '', , encoded = ''] = value.split("'", 3);
  return charset.toLowerCase() === 'utf-8' ? percentDecoded(encoded) : '';
}

/** Returns the text unchanged if it is not valid. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes a header again that contains UTF-8: Node reads every header as Latin-1. */
function asUtf8(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
