import fc from 'fast-check';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { denialBeforeResolving } from '#lib/engines/egress/check-url.ts';
import { EgressDenied } from '#lib/engines/egress/errors.ts';
import { postPublic } from '#lib/engines/egress/post-public.ts';
import { publicAddress } from '../../../support/egress.ts';

const names = ['example.com', 'intranet.example', 'localhost'];
const addresses = ['8.8.8.8', '127.0.0.1', '0x7f.1', '10.1.2.3', '[::1]', '[fd00::5]', '[2606:4700::1111]'];
const lists = ['', 'intranet.example', 'intranet.example:8080', '10.0.0.0/8', '10.1.2.3:8080', 'fd00::/8'];

const url = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'https://user@', 'ftp://'),
    fc.constantFrom(...names, ...addresses),
    fc.constantFrom('', ':80', ':8080', ':8443', ':25'),
  )
  .map((parts) => parts.join(''));

/** The reason `postPublic` rejects the URL when names resolve to `resolved` and no server responds. */
async function rejectionOfPost(to: string, allowed: AllowedHosts, resolved: string) {
  const nowhere = () => {
    const socket = new Socket();
    setImmediate(() => socket.destroy(new Error('connection refused')));
    return socket;
  };
  const options = { headers: {}, body: '', timeoutMilliseconds: 1000, maximumResponseBytes: 1 };
  const resolver = () => Promise.resolve([resolved]);
  const error: unknown = await postPublic(to, { ...options, allowed, resolver, connect: nowhere }).catch(
    (reason: unknown) => reason,
  );
  return error instanceof EgressDenied ? error.reason : undefined;
}

describe('a URL before its host is resolved', () => {
  it('is rejected like a request to it, regardless of what the host resolves to', async () => {
    await fc.assert(
      fc.asyncProperty(url, fc.constantFrom(...lists), async (to, list) => {
        const allowed = AllowedHosts.parse(list);
        const early = denialBeforeResolving(new URL(to), allowed);
        const late = await Promise.all(
          [publicAddress, '10.1.2.3', 'fd00::5', '127.0.0.1'].map((resolved) =>
            rejectionOfPost(to, allowed, resolved),
          ),
        );
        if (early === undefined) expect(late).toContain(undefined);
        else expect(late).not.toContain(undefined);
        // An address resolves to itself.
        const isAddress = addresses.some((address) => to.includes(address));
        if (isAddress) expect(new Set(late).size).toBe(1);
      }),
      { numRuns: 500 },
    );
  });
});
