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

/** Returns the parameters by lower-case name, up to the first invalid one. Of two with one name the first counts. */
function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const parameter = /\s*;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;
  parameter.lastIndex = disposition.indexOf(';');
  if (parameter.lastIndex < 0) return parameters;
  for (let match = parameter.exec(disposition); match; match = parameter.exec(disposition)) {
    const [, key = '', quoted, token = ''] = match;
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
    if (!parameters.has(key.toLowerCase())) parameters.set(key.toLowerCase(), value);
  }
  return parameters;
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
