import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, publicAddress } from '../../support/egress.ts';
import { canary, control, listedHost, openLab, securedHost, strict } from './lab.ts';
import { privateAddresses, privateIPv6, spellings } from './spellings.ts';

afterEach(closeAll);

const denied = { error: { name: 'EgressDenied', reason: 'address' }, reached: 0 };

const written = Object.entries(spellings).flatMap(([name, write]) =>
  privateAddresses.map((address) => [`${address} ${name}`, write(address)] as const),
);

describe('an input by URL does not reach', () => {
  it.each([...written, ...privateIPv6.map((address) => [address, `[${address}]`] as const)])(
    '%s',
    async (_what, host) => {
      const attempt = await openLab();
      expect(await attempt(`http://${host}/secret`, control)).toMatchObject({ content: canary, reached: 1 });
      expect(await attempt(`http://${host}/secret`, strict)).toMatchObject(denied);
      expect(await attempt(`https://${host}/secret`, strict)).toMatchObject(denied);
      expect(await attempt(`https://${host}:8443/secret`, strict)).toMatchObject(denied);
    },
  );
});

describe('an input by URL is not redirected to', () => {
  const locations = [
    ...privateAddresses.map((address) => `http://${address}/secret`),
    ...privateAddresses.map((address) => `//${spellings['hexadecimal']?.(address) ?? ''}/secret`),
    'http://[::ffff:10.0.0.5]/secret',
    'http://[::1]/secret',
    'http://private.example/secret',
    'http://private.example:8080/secret',
    'http:\\\\10.0.0.5\\secret',
    ' http://10.0.0.5/secret',
    'ht\ttp://10.0.0.5/secret',
  ];

  it.each(locations.map((location) => [location]))('%j', async (location) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const attempt = await openLab({
        serve: (_request, response) => void response.writeHead(status, { location }).end(),
      });
      const url = `http://${listedHost}/moved`;
      expect(await attempt(url, control)).toMatchObject({ content: canary, reached: 1 });
      expect(await attempt(url, strict)).toMatchObject(denied);
    }
  });

  it('a private address after nine public ones', async () => {
    const attempt = await openLab({
      serve: ({ url = '' }, response) => {
        const step = Number(url.slice(1));
        response.writeHead(302, { location: step < 9 ? `/${step + 1}` : 'http://10.0.0.5/' }).end();
      },
    });
    expect(await attempt(`http://${listedHost}/0`, control)).toMatchObject({ content: canary });
    expect(await attempt(`http://${listedHost}/0`, strict)).toMatchObject(denied);
  });

  it('plain http, from https', async () => {
    const attempt = await openLab({
      serve: (request, response) => {
        if (request.headers.host === securedHost)
          response.writeHead(302, { location: 'http://other.example/' });
        response.end('plain');
      },
      resolve: (name) => (name === 'other.example' ? [publicAddress] : undefined),
    });
    expect(await attempt(`https://${securedHost}/`, control)).toMatchObject({ content: 'plain' });
    expect(await attempt(`https://${securedHost}/`, strict)).toMatchObject({ error: { reason: 'url' } });
  });
});

describe('an input by URL does not follow a name to', () => {
  it.each([
    ['a private address', ['10.0.0.5']],
    ['loopback', ['127.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['loopback in IPv6', ['::1']],
    ['a unique local address', ['fd00::5']],
    ['a mapped address', ['::ffff:10.0.0.5']],
    ['an address behind NAT64', ['64:ff9b::a00:5']],
    ['private before public', ['10.0.0.5', publicAddress]],
    ['a private address before many public ones', ['10.0.0.5', '1.1.1.1', '8.8.8.8', publicAddress]],
  ])('%s', async (_what, addresses) => {
    const attempt = await openLab({ resolve: (name) => (name === 'evil.example' ? addresses : undefined) });
    expect(await attempt('http://evil.example/', control)).toMatchObject({ content: canary });
    expect(await attempt('http://evil.example/', strict)).toMatchObject(denied);
    expect(await attempt('https://evil.example/', strict)).toMatchObject(denied);
  });

  it('a private address after a public one in one response', async () => {
    const attempt = await openLab({
      resolve: (name) => (name === 'evil.example' ? [publicAddress, '10.0.0.5'] : undefined),
    });
    expect(await attempt('http://evil.example/', control)).toMatchObject({ content: 'public' });
    expect(await attempt('https://evil.example/', strict)).toMatchObject(denied);
  });

  it('a private address that a second look-up returns (DNS rebinding)', async () => {
    const counts: number[] = [];
    const attempt = await openLab({
      resolve: (name, count) => {
        if (name === securedHost) counts.push(count);
        return count === 0 ? [publicAddress] : ['10.0.0.5'];
      },
    });
    expect(await attempt(`https://${securedHost}/`, strict)).toEqual({ content: 'public', reached: 0 });
    expect(counts).toEqual([0]);
  });

  it('a private address that the look-up after a redirect returns', async () => {
    const attempt = await openLab({
      serve: (_request, response) => void response.writeHead(302, { location: '/again' }).end(),
      resolve: (_name, count) => (count === 0 ? [publicAddress] : ['10.0.0.5']),
    });
    expect(await attempt('http://evil.example/', control)).toMatchObject({ content: canary });
    expect(await attempt(`https://${securedHost}/`, strict)).toMatchObject(denied);
  });
});
