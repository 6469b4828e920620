import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { EgressFailed } from '#lib/engines/egress/errors.ts';
import { postPublic, type PostOptions } from '#lib/engines/egress/post-public.ts';
import {
  absoluteGet,
  closeAll,
  connectTo,
  internet,
  openRaw,
  publicAddress,
  sendRaw,
  startHttp,
  startProxy,
  statusOf,
} from '../../../support/egress.ts';
import { type NameServer, startNameServer } from '../../../support/name-server.ts';

/** Names below `silent.example` never get a response; all other names are public. */
let server: NameServer;
let port: number;

beforeEach(async () => {
  server = await startNameServer((name) =>
    name.endsWith('silent.example') ? 'silent' : { a: [publicAddress] },
  );
  port = await startHttp((_request, response) => response.end('fine'));
});

afterEach(async () => {
  await closeAll();
  await server.stop();
});

const hanging = 60;

describe('a page with 60 names that no server resolves', () => {
  const start = () => startProxy({ nameServers: [server.address], connect: internet(port).connect });
  const get = async (proxyPort: number): Promise<string> =>
    sendRaw(proxyPort, absoluteGet('http://good.example/'));

  it('delays no name of another page, while it loads or after it has ended', async () => {
    const page = await start();
    const other = await start();
    const clients = await Promise.all(
      Array.from({ length: hanging }, async (_, index) => {
        const client = await openRaw(page.port);
        const name = `n${index}.silent.example`;
        client.write(index % 2 === 0 ? absoluteGet(`http://${name}/`) : connectTo(`${name}:443`));
        return client;
      }),
    );
    // Sixteen at a time, each with two queries.
    await server.hasBeenAsked(32);
    expect(statusOf(await get(other.port))).toBe(200);
    expect(page.failed).toEqual([]);

    await page.proxy.stop();
    const asked = server.asked.filter((question) => question.endsWith('silent.example')).length;
    const next = await start();
    expect(statusOf(await get(next.port))).toBe(200);
    // Past the time after which a query is retried.
    await sleep(1_500);
    expect(server.asked.filter((question) => question.endsWith('silent.example'))).toHaveLength(asked);
    // Lookups canceled with their page are not failures.
    expect(page.failed).toEqual([]);
    expect(clients.every((client) => client.destroyed)).toBe(true);
  });
});

describe('webhooks with names that no server resolves', () => {
  const post = (name: string, more: Partial<PostOptions> = {}) =>
    postPublic(`http://${name}/`, {
      headers: {},
      body: '{}',
      timeoutMilliseconds: 15_000,
      maximumResponseBytes: 1_000,
      allowed: AllowedHosts.parse(publicAddress),
      connect: internet(port).connect,
      nameServers: [server.address],
      ...more,
    });

  it('delay no other webhook, while they are sent or after they have ended', async () => {
    const ended = new AbortController();
    const failures: unknown[] = [];
    const attempts = Array.from({ length: hanging }, (_, index) =>
      post(`n${index}.silent.example`, { signal: ended.signal }).catch((error: unknown) =>
        failures.push(error),
      ),
    );
    await server.hasBeenAsked(2 * hanging);
    expect(await post('good.example')).toMatchObject({ status: 200 });
    expect(failures).toEqual([]);

    const reason = new Error('enough');
    ended.abort(reason);
    await Promise.all(attempts);
    expect(failures).toEqual(Array.from({ length: hanging }, () => reason));
    const asked = server.asked.length;
    expect(await post('good.example')).toMatchObject({ status: 200 });
    await sleep(1_500);
    expect(server.asked).toHaveLength(asked + 2);
  });

  it('fail at their time limit and send no further query', async () => {
    const attempt = post('n.silent.example', { timeoutMilliseconds: 300 });
    await expect(attempt).rejects.toBeInstanceOf(EgressFailed);
    const asked = server.asked.length;
    await sleep(1_500);
    expect(server.asked).toHaveLength(asked);
  });
});
