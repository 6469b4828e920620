/**
 * The base URL of a client: absolute, without a trailing slash. In browsers it can be relative to the page.
 *
 * @throws TypeError when requests cannot be sent to it
 */
export function absoluteBaseUrl(baseUrl: string): string {
  const text = baseUrl.trim();
  const { location } = globalThis as { location?: { href: string } };
  const named = `The base URL ${JSON.stringify(baseUrl)}`;
  const url = URL.canParse(text, location?.href) ? new URL(text, location?.href) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    const hint = text === '' || text.includes('://') ? '' : `, such as http://${text}`;
    throw new TypeError(`${named} must be an http:// or https:// URL${hint}.`);
  }
  const { username, password, search, hash } = url;
  if (`${username}${password}${search}${hash}` !== '') {
    throw new TypeError(`${named} must not contain a user name, password, query or fragment.`);
  }
  let { href } = url;
  while (href.endsWith('/')) href = href.slice(0, -1);
  return href;
}
