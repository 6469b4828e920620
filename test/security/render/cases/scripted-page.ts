import { allowedUrl } from '../addresses.ts';
import { type Attack, page, script, type SiteResponse, visit } from '../attack.ts';

/** A script of the site, which may also be a service worker's for all of it. */
export const scriptFile = (body: string): SiteResponse => ({
  headers: { 'content-type': 'text/javascript', 'service-worker-allowed': '/' },
  body,
});

/**
 * A page of the allowed host, which browsers count as secure: all of the web's interfaces are there.
 *
 * @param files scripts beside it, by name
 */
export const securePage = (
  name: string,
  code: string,
  files: Readonly<Record<string, string>> = {},
  more: Partial<Attack> = {},
): Attack =>
  visit(name, allowedUrl(`${name}/`), {
    site: {
      '': { body: page(script(code)) },
      ...Object.fromEntries(Object.entries(files).map(([path, body]) => [path, scriptFile(body)])),
    },
    ends: 'page',
    settle: 500,
    ...more,
  });

/** An expression for a URL of a script. */
export const blobUrl = (code: string): string =>
  `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }))`;
