import { describe, expect, it, vi } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { blockedPorts } from '#lib/engines/egress/blocked-ports.ts';
import { EgressDenied, EgressUnresolved } from '#lib/engines/egress/errors.ts';
import { cacheResponses } from '#lib/engines/egress/cache-responses.ts';
import { resolvePublic, type Resolver } from '#lib/engines/egress/resolve.ts';
import { publicAddress } from '../../../support/egress.ts';

const none = AllowedHosts.none;
const resolving =
  (...addresses: string[]): Resolver =>
  () =>
    Promise.resolve(addresses);
const unused: Resolver = (name) => Promise.reject(new Error(`asked for ${name}`));

const rejection = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EgressDenied);
  return (error as EgressDenied).reason;
};

describe('resolvePublic', () => {
  it('returns every address of a public name, each once, in order', async () => {
    const resolver = resolving(publicAddress, '2606:4700::1111', publicAddress);
    expect(await resolvePublic('Example.COM', 443, none, resolver)).toEqual({
      host: 'example.com',
      port: 443,
      addresses: [publicAddress, '2606:4700::1111'],
      listed: false,
    });
  });

  it('resolves once, with the dot of an absolute name', async () => {
    const resolver = vi.fn(resolving(publicAddress));
    expect((await resolvePublic('example.com.', 80, none, resolver)).host).toBe('example.com');
    expect(resolver.mock.calls).toEqual([['example.com.']]);
  });

  it('resolves nothing for an address', async () => {
    expect((await resolvePublic('93.184.216.34', 80, none, unused)).addresses).toEqual([publicAddress]);
    expect((await resolvePublic('0x5db8d822', 80, none, unused)).addresses).toEqual([publicAddress]);
    expect((await resolvePublic('[2606:4700::1111]', 80, none, unused)).addresses).toEqual([
      '2606:4700::1111',
    ]);
  });

  it.each([
    ...[
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '017700000001',
      '2130706433',
      '0',
      '127.0.0.1.',
      '１２７。０。０。１',
      '%31%32%37.1',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:5db8:d822]',
      '[64:ff9b::a00:5]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '169.254.169.254',
      '0xa9fea9fe',
    ],
  ])('rejects the address %s', async (host) => {
    expect(await rejection(resolvePublic(host, 80, none, unused))).toBe('address');
  });

  it.each([
    [['127.0.0.1']],
    [[publicAddress, '127.0.0.1']],
    [['10.0.0.1', publicAddress]],
    [[publicAddress, '2606:4700::1111', '::1']],
    [[publicAddress, 'fe80::1%eth0']],
    [[publicAddress, '::ffff:8.8.8.8']],
    [[publicAddress, 'garbage']],
    [['']],
  ])('rejects a name whose addresses are %j', async (addresses) => {
    expect(await rejection(resolvePublic('example.com', 80, none, resolving(...addresses)))).toBe('address');
  });

  it('does not reveal the addresses of a name', async () => {
    const work = resolvePublic('example.com', 80, none, resolving('10.1.2.3'));
    await expect(work).rejects.toThrow("'example.com' is not at a public address.");
  });

  it.each(['', 'a b', '[::1%lo]', 'user@host', 'a/b', '1.2.3.256', 'a..b'])(
    'rejects %j as host',
    async (host) => {
      expect(await rejection(resolvePublic(host, 80, none, unused))).toBe('host');
    },
  );

  it.each([0, 22, 25, 6667, 10080, -1, 65_536, 1.5, Number.NaN])('rejects port %s', async (port) => {
    expect(await rejection(resolvePublic('example.com', port, none, unused))).toBe('port');
  });

  it("blocks the ports that Node's own fetch blocks", async () => {
    for (const port of blockedPorts) {
      if (port === 0) continue; // Only in newer versions of the standard.
      const error: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((reason: unknown) => reason);
      expect((error as Error).cause).toMatchObject({ message: 'bad port' });
    }
  });

  it('allows listed hosts and reports them as listed', async () => {
    const allowed = AllowedHosts.parse('localhost:3000,10.0.0.0/8');
    expect(await resolvePublic('localhost', 3000, allowed, resolving('127.0.0.1', '::1'))).toMatchObject({
      addresses: ['127.0.0.1', '::1'],
      listed: true,
    });
    expect(await rejection(resolvePublic('localhost', 3001, allowed, resolving('127.0.0.1')))).toBe(
      'address',
    );
    expect((await resolvePublic('10.1.1.1', 80, allowed, unused)).listed).toBe(true);
    expect(
      (await resolvePublic('both.example', 80, allowed, resolving('10.1.1.1', publicAddress))).listed,
    ).toBe(false);
    expect(
      await rejection(resolvePublic('x.example', 80, allowed, resolving('10.1.1.1', '192.168.0.1'))),
    ).toBe('address');
  });

  it('distinguishes a name without an address from a rejected one', async () => {
    const notFound = new Error('getaddrinfo ENOTFOUND');
    const work = resolvePublic('none.example', 80, none, () => Promise.reject(notFound));
    await expect(work).rejects.toThrow(EgressUnresolved);
    await expect(work).rejects.toMatchObject({ host: 'none.example', reason: 'unresolved', cause: notFound });
    await expect(resolvePublic('none.example', 80, none, resolving())).rejects.toThrow(EgressUnresolved);
  });
});

describe('cacheResponses', () => {
  it('resolves once for concurrent calls, and again later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const asked = vi.fn(resolving(publicAddress));
      const resolver = cacheResponses(asked, { milliseconds: 1000, maximum: 10 });
      await Promise.all([resolver('a'), resolver('a'), resolver('b')]);
      expect(asked).toHaveBeenCalledTimes(2);
      vi.advanceTimersByTime(1001);
      await resolver('a');
      expect(asked).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('caches no failures, and no more names than its maximum', async () => {
    const asked = vi.fn((name: string) =>
      name === 'bad' ? Promise.reject(new Error()) : Promise.resolve([name]),
    );
    const resolver = cacheResponses(asked, { milliseconds: 60_000, maximum: 2 });
    await expect(resolver('bad')).rejects.toThrow();
    await expect(resolver('bad')).rejects.toThrow();
    expect(asked).toHaveBeenCalledTimes(2);
    for (const name of ['a', 'b', 'c', 'a']) await resolver(name);
    expect(asked).toHaveBeenCalledTimes(6);
    await resolver('c');
    expect(asked).toHaveBeenCalledTimes(6);
  });
});
