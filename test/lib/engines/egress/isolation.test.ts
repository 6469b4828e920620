import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { EgressProxy } from '#lib/engines/egress/proxy.ts';

let proxy: EgressProxy | undefined;
afterEach(() => proxy?.stop());

/** The status with which the proxy responds to a request for a URL, or to a CONNECT. */
async function statusOf({ url }: EgressProxy, path: string, method = 'GET'): Promise<number> {
  const { hostname, port } = new URL(url);
  const host = method === 'CONNECT' ? path : new URL(path).host;
  const sent = request({ hostname, port, method, path, headers: { host } }).end();
  const [response] = (await Promise.race([once(sent, 'response'), once(sent, 'connect')])) as [
    { statusCode: number; destroy: () => void },
  ];
  sent.destroy();
  return response.statusCode;
}

it('an isolated proxy resolves no name, connects to nothing, and serves its own sites', async () => {
  const lookups: string[] = [];
  const denied: string[] = [];
  proxy = await EgressProxy.start({
    allowed: AllowedHosts.parse('canary.example'),
    requireCredentials: false,
    resolver: (name) => {
      lookups.push(name);
      return Promise.reject(new Error('no such name'));
    },
    onDenied: (_, reason) => denied.push(reason),
    onFailed: () => undefined,
  });
  proxy.serve('http://own.invalid', (_, response) => response.writeHead(204).end());
  expect(await statusOf(proxy, 'http://canary.example/')).toBe(502);
  expect(lookups).toEqual(['canary.example']);
  proxy.isolate();
  expect(await statusOf(proxy, 'http://canary.example/')).toBe(403);
  expect(await statusOf(proxy, 'http://other.example/')).toBe(403);
  expect(await statusOf(proxy, 'canary.example:443', 'CONNECT')).toBe(403);
  expect(await statusOf(proxy, 'http://own.invalid/')).toBe(204);
  expect(lookups).toHaveLength(1);
  expect(denied).toEqual(['isolated', 'isolated', 'isolated']);
});
