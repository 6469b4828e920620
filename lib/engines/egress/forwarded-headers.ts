/** Headers of a single connection, which are not forwarded: RFC 9110, section 7.6.1, and headers that proxies add. */
const hopByHop = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Listing these in `Connection` must not remove them: the message would get a different length or destination. */
const neverListed = new Set(['content-length', 'host']);

/**
 * The headers of a message that a proxy forwards, in their order and including repeated ones. No `Via` is added: pages
 * must receive what they would receive in a browser.
 *
 * @param rawHeaders names and values in turn, as in `IncomingMessage.rawHeaders`
 * @param others lower-case names of further headers to omit
 */
export function endToEndHeaders(rawHeaders: readonly string[], ...others: string[]): string[] {
  const pairs = rawHeaders.flatMap((text, index) =>
    index % 2 === 0 ? [{ name: text, lower: text.toLowerCase(), value: rawHeaders[index + 1] ?? '' }] : [],
  );
  const listed = pairs
    .filter(({ lower }) => lower === 'connection')
    .flatMap(({ value }) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !neverListed.has(name));
  const dropped = new Set([...hopByHop, ...listed, ...others]);
  return pairs.flatMap(({ name, lower, value }) => (dropped.has(lower) ? [] : [name, value]));
}

/** How often a header occurs; `IncomingMessage.headers` hides repeated ones. */
export function headerCount(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
