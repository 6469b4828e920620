import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openKeyAdmin } from '../../cdk/stack-access.ts';
import { startLocalRun } from '../support/local-run.ts';
import { pageTexts } from '../support/pdf.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { type MixedRequest, mixedRequests } from './mixed-requests.ts';

/**
 * Sends mixed requests of two clients to the routes of Gotenberg, about half of them with webhooks. Exits with 1 when a
 * client gets the response to another request, or none, or a response twice.
 */
const usage = `npm run suite -- gotenberg:mixed [--requests 1000] [--parallel 6]

--requests  of both clients together
--parallel  requests of one client at the same time`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '6' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

/** How long webhooks may take after the last response, in milliseconds. */
const patience = 300_000;

/** Attempts of a request, for a machine under load. */
const attempts = 10;

const faults: string[] = [];
let repeated = 0;
/** What arrived at the webhook of a request. */
const arrivals = new Map<string, { trace: string; body: Buffer }[]>();

const receiver = createServer((request, response) => {
  void buffer(request).then((body) => {
    const marker = (request.url ?? '').slice(1);
    const trace = String(request.headers['gotenberg-trace']);
    arrivals.set(marker, [...(arrivals.get(marker) ?? []), { trace, body }]);
    response.end();
  });
});
const origin = await listenOnLoopback(receiver);
process.env['ALLOWED_PRIVATE_HOSTS'] = new URL(origin).host;

async function check(marker: string, trace: string | null, body: Buffer): Promise<void> {
  if (trace !== marker) faults.push(`${marker}: has the trace ${trace ?? ''}`);
  try {
    const texts = await pageTexts(body);
    const isOwn = texts.length > 0 && texts.every((text) => text.includes(marker));
    if (!isOwn) faults.push(`${marker}: got ${texts.join(' | ').slice(0, 100)}`);
  } catch {
    faults.push(`${marker}: got ${body.subarray(0, 100).toString('latin1')}`);
  }
}

async function send(baseUrl: string, key: string, request: MixedRequest): Promise<void> {
  const { path, marker, hasWebhook } = request;
  const hook = hasWebhook
    ? { 'gotenberg-webhook-url': `${origin}/${marker}`, 'gotenberg-webhook-error-url': `${origin}/${marker}` }
    : {};
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'gotenberg-trace': marker, ...hook },
      body: await request.form(),
    });
    const body = Buffer.from(await response.arrayBuffer());
    if ((response.status === 429 || response.status === 503) && attempt < attempts) {
      repeated += 1;
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
      continue;
    }
    if (response.status !== (hasWebhook ? 204 : 200)) {
      faults.push(`${marker}: status ${response.status} ${body.subarray(0, 200).toString()}`);
    } else if (!hasWebhook) await check(marker, response.headers.get('gotenberg-trace'), body);
    else if (body.length > 0) faults.push(`${marker}: has a body although it has a webhook`);
    return;
  }
}

async function sendAll(baseUrl: string, key: string, requests: readonly MixedRequest[]): Promise<void> {
  const left = requests.values();
  const worker = async (): Promise<void> => {
    for (const request of left) await send(baseUrl, key, request);
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, worker));
}

const state = mkdtempSync(join(tmpdir(), 'mixed-'));
const run = await startLocalRun(state);
const all = ['one', 'two'].map((client) => mixedRequests(client, Math.ceil(Number(values.requests) / 2)));
try {
  const { baseUrl, keys, outputs, region, credentials, endpoints } = run.stack;
  const admin = openKeyAdmin({ outputs, local: { region, credentials, endpoints } });
  const { key } = await admin.create({ plan: 'business', name: 'Second client' });
  await Promise.all([keys.business, key].map((each, index) => sendAll(baseUrl, each, all[index] ?? [])));
  const expected = all.flat().filter(({ hasWebhook }) => hasWebhook);
  const until = Date.now() + patience;
  while (arrivals.size < expected.length && Date.now() < until) await sleep(500);
  // For those that arrive twice.
  await sleep(3000);
  for (const { marker } of expected) {
    const arrived = arrivals.get(marker) ?? [];
    if (arrived.length !== 1) faults.push(`${marker}: its webhook was called ${arrived.length} times`);
    for (const { trace, body } of arrived) await check(marker, trace, body);
  }
  for (const fault of faults) console.log(fault);
  const count = all.flat().length;
  console.log(
    `${count} requests of two clients, ${expected.length} with webhooks; ${repeated} repeated after 429 or 503: ${faults.length} faults`,
  );
} finally {
  await run.stop();
  receiver.close();
  rmSync(state, { recursive: true, force: true });
}
process.exit(faults.length > 0 ? 1 : 0);
