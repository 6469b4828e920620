import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attack, SiteResponse } from './attack.ts';

/** Serves the files of the attacks, and notes who is given credentials that are for the proxy. */
export class PublicSite {
  /** Requests that carried the proxy's credentials, as `credentials to http://…`. */
  readonly leaks: string[] = [];
  readonly #files: ReadonlyMap<string, SiteResponse>;
  readonly #asked = new Set<string>();

  constructor(attacks: readonly Attack[]) {
    this.#files = new Map(
      attacks.flatMap(({ name, site = {} }) =>
        Object.entries(site).map(([path, file]) => [`/${name}/${path}`, file]),
      ),
    );
  }

  /** Forgets who was first to ask. */
  reset(): void {
    this.#asked.clear();
    this.leaks.length = 0;
  }

  readonly response = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '', headers } = request;
    for (const value of [headers.authorization, headers['proxy-authorization']]) {
      if (isForProxy(value)) this.leaks.push(`credentials to http://${headers.host ?? ''}${url}`);
    }
    const [path = ''] = url.split('?');
    const file = this.#files.get(path);
    if (!file) {
      response
        .writeHead(404, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
        .end('Not here');
      return;
    }
    const isFirst = !this.#asked.has(path);
    this.#asked.add(path);
    response.writeHead(file.status ?? 200, {
      'content-type': 'text/html',
      'access-control-allow-origin': '*',
      ...file.headers,
    });
    response.end((isFirst ? file.firstBody : undefined) ?? file.body ?? '');
  };
}

/** The user name that every proxy of the service has; a digest shows the name and a hash of the password. */
export const proxyUser = 'egress';

function isForProxy(authorization = ''): boolean {
  const [, scheme = '', token = ''] = /^(\w+) +(.*)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'basic') {
    return Buffer.from(token, 'base64').toString('latin1').startsWith(`${proxyUser}:`);
  }
  return token.includes(`username="${proxyUser}"`);
}
