import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NameLookups, type NameLookupOptions } from '#lib/engines/egress/name-lookups.ts';
import { publicAddress } from '../../../support/egress.ts';
import { type Behavior, type NameServer, startNameServer } from '../../../support/name-server.ts';

const ipv6Address = '2606:4700::1111';

/** Names below `silent.example` never get a response; unless a test says otherwise, the others are public. */
let behaviors: Record<string, Behavior>;
let server: NameServer;
let open: NameLookups[];
let folder: string;

beforeEach(async () => {
  behaviors = {};
  open = [];
  folder = await mkdtemp(join(tmpdir(), 'name-lookups-'));
  server = await startNameServer((name) =>
    name.endsWith('silent.example') ? 'silent' : (behaviors[name] ?? { a: [publicAddress] }),
  );
});

afterEach(async () => {
  for (const lookups of open) lookups.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

function newLookups(options: Partial<NameLookupOptions> = {}): NameLookups {
  const lookups = new NameLookups({
    milliseconds: 10_000,
    maximum: 16,
    nameServers: [server.address],
    hostsFile: join(folder, 'hosts'),
    ...options,
  });
  open.push(lookups);
  return lookups;
}

/** Outcomes of lookups of `count` names without a response, as they arrive. */
function startHanging(lookups: NameLookups, count: number): { ended: unknown[]; all: Promise<unknown> } {
  const ended: unknown[] = [];
  const all = Array.from({ length: count }, (_, index) =>
    lookups.addressesOf(`n${index}.silent.example`).then(
      () => expect.unreachable(),
      (error: unknown) => ended.push(error),
    ),
  );
  return { ended, all: Promise.all(all) };
}

describe('addresses', () => {
  it('queries both families at once and returns them alternating', async () => {
    // Responds only after both queries have arrived.
    behaviors['both.example'] = 'silent';
    const lookup = newLookups().addressesOf('both.example');
    await server.hasBeenAsked(2);
    expect(server.asked.toSorted()).toEqual(['A both.example', 'AAAA both.example']);
    behaviors['both.example'] = { a: [publicAddress, '93.184.216.35'], aaaa: [ipv6Address] };
    expect(await lookup).toEqual([publicAddress, ipv6Address, '93.184.216.35']);
  });

  it.each([
    ['an empty response', []],
    ['a failure', 'fails'],
    ['no response', 'silent'],
  ] as const)('uses one family if the other has %s', async (_what, other) => {
    behaviors['four.example'] = { a: [publicAddress], aaaa: other };
    behaviors['six.example'] = { a: other, aaaa: [ipv6Address] };
    const lookups = newLookups();
    expect(await lookups.addressesOf('four.example')).toEqual([publicAddress]);
    expect(await lookups.addressesOf('six.example')).toEqual([ipv6Address]);
  });

  it.each([
    ['does not exist', 'unknown'],
    ['has no addresses', {}],
    ['cannot be looked up', { a: 'fails', aaaa: 'fails' }],
  ] as const)('rejects a name that %s', async (_what, behavior) => {
    behaviors['bad.example'] = behavior;
    await expect(newLookups().addressesOf('bad.example')).rejects.toThrow('No address for bad.example');
  });

  it('queries a name as written, with or without a trailing dot: no search domain is appended', async () => {
    process.env['LOCALDOMAIN'] = 'corp.example';
    try {
      behaviors['intranet'] = 'unknown';
      await expect(newLookups().addressesOf('intranet')).rejects.toThrow('No address');
      await newLookups().addressesOf('public.example.');
    } finally {
      delete process.env['LOCALDOMAIN'];
    }
    expect(new Set(server.asked)).toEqual(
      new Set(['A intranet', 'AAAA intranet', 'A public.example', 'AAAA public.example']),
    );
  });

  it('resolves names from the hosts file first, in any case, without querying a name server', async () => {
    await writeFile(join(folder, 'hosts'), '10.0.0.5 Intranet.Example\n127.0.0.1 localhost\n');
    const lookups = newLookups();
    expect(await lookups.addressesOf('intranet.example')).toEqual(['10.0.0.5']);
    expect(await lookups.addressesOf('intranet.example.')).toEqual(['10.0.0.5']);
    expect(await lookups.addressesOf('localhost')).toEqual(['127.0.0.1']);
    expect(await lookups.addressesOf('app.localhost')).toEqual(['127.0.0.1']);
    expect(server.asked).toEqual([]);
    expect(await lookups.addressesOf('public.example')).toEqual([publicAddress]);
  });

  it('resolves localhost and its subdomains without a hosts file and without querying a server', async () => {
    const lookups = newLookups();
    for (const name of ['localhost', 'localhost.', 'app.localhost', 'a.b.localhost']) {
      expect(await lookups.addressesOf(name)).toEqual(['127.0.0.1', '::1']);
    }
    expect(server.asked).toEqual([]);
    expect(await lookups.addressesOf('notlocalhost')).toEqual([publicAddress]);
  });

  it("reads the system's hosts file by default", async () => {
    const lookups = new NameLookups({ milliseconds: 10_000, maximum: 1, nameServers: [server.address] });
    const addresses = await lookups.addressesOf('localhost');
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  });
});

describe('limits', () => {
  it('limits concurrent lookups; the others wait in order', async () => {
    const lookups = newLookups({ maximum: 3 });
    behaviors['first.example'] = 'silent';
    const first = lookups.addressesOf('first.example');
    const { ended } = startHanging(lookups, 2);
    const waiting = ['a.example', 'b.example', 'c.example'].map((name) => lookups.addressesOf(name));
    await server.hasBeenAsked(6);
    // A query of another scope, whose response arrives later than any of these.
    await newLookups().addressesOf('other.example');
    expect(server.asked.filter((question) => /[abc]\.example$/.test(question))).toEqual([]);

    behaviors['first.example'] = { a: [publicAddress] };
    await first;
    await Promise.all(waiting);
    const order = server.asked.filter((question) => /^A [abc]\.example$/.test(question));
    expect(order).toEqual(['A a.example', 'A b.example', 'A c.example']);
    expect(ended).toEqual([]);
  });

  it('ends a lookup in time, even while it is queued, and continues afterwards', async () => {
    const lookups = newLookups({ maximum: 2, milliseconds: 2_000 });
    const start = performance.now();
    const { ended, all } = startHanging(lookups, 20);
    await all;
    expect(ended).toHaveLength(20);
    // In sequence they would take ten times the limit.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(await lookups.addressesOf('good.example')).toEqual([publicAddress]);
  });
});

describe('stop', () => {
  it('ends every lookup, running or queued, and sends no further query', async () => {
    const lookups = newLookups({ maximum: 4 });
    const { ended, all } = startHanging(lookups, 60);
    await server.hasBeenAsked(8);
    expect(ended).toEqual([]);
    lookups.stop();
    await all;
    expect(ended).toHaveLength(60);
    const { length } = server.asked;
    // Past the time after which a query is retried.
    await sleep(1_500);
    expect(server.asked).toHaveLength(length);
    await expect(lookups.addressesOf('good.example')).rejects.toThrow('ended');
    expect(server.asked).toHaveLength(length);
  });

  it('leaves no resources behind after 1,000 scopes', async () => {
    const sockets = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length;
    const descriptors = (): number =>
      process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
    await newLookups().addressesOf('good.example');
    const before = { resources: sockets(), descriptors: descriptors() };
    for (let scope = 0; scope < 1_000; scope++) {
      const lookups = newLookups();
      const { all } = startHanging(lookups, 1);
      await lookups.addressesOf('good.example');
      lookups.stop();
      await all;
    }
    expect(sockets()).toBeLessThanOrEqual(before.resources + 2);
    expect(descriptors()).toBeLessThanOrEqual(before.descriptors + 2);
  });
});

it('is not delayed by hanging lookups of other scopes, while they run or after they end', async () => {
  const others = newLookups();
  const { ended, all } = startHanging(others, 60);
  await server.hasBeenAsked(32);
  expect(await newLookups().addressesOf('good.example')).toEqual([publicAddress]);
  expect(ended).toEqual([]);
  others.stop();
  await all;
  expect(await newLookups().addressesOf('good.example')).toEqual([publicAddress]);
});
