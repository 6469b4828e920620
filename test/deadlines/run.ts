import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '#lib/api/problem.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { closeAtOnce, listenOnLoopback } from '../support/loopback.ts';
import { startLocalRun } from '../support/local-run.ts';
import { pageTexts } from '../support/pdf.ts';
import { resultFile } from '../support/result-file.ts';

/**
 * Renders a page that takes 45 seconds with the keys of two plans, and as a job. The deadline of Pro is 60 seconds, and a
 * job may take ten minutes. The deadline of Free is 28 seconds. Exits with 1 when a rendering has another outcome.
 *
 *     npm run suite -- deadlines
 */

const pageSeconds = 45;
const freeSeconds = 28;
const text = 'Written by a slow script';

/** The page waits for its script. */
const site = createServer((request, response) => {
  if (request.url === '/page') {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Slow</title><body><script src="/script"></script>');
    return;
  }
  const timer = setTimeout(() => {
    response.setHeader('content-type', 'text/javascript');
    response.end(`document.write(${JSON.stringify(text)})`);
  }, pageSeconds * 1000);
  response.on('close', () => clearTimeout(timer));
});
const siteUrl = await listenOnLoopback(site);
process.env['ALLOWED_PRIVATE_HOSTS'] = new URL(siteUrl).host;

const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-deadlines-'));
const run = await startLocalRun(stateDirectory);
const { baseUrl, keys } = run.stack;

async function render(key: string, headers: Record<string, string>) {
  const body = new FormData();
  body.append('url', `${siteUrl}/page`);
  body.append('format', 'pdf');
  const start = performance.now();
  const response = await fetch(`${baseUrl}/api/html/url`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, seconds: (performance.now() - start) / 1000 };
}

const holdsText = async (pdf: Uint8Array): Promise<boolean> => (await pageTexts(pdf)).join().includes(text);

let failures = 0;
function report(what: string, right: boolean, outcome: string): void {
  if (!right) failures += 1;
  console.log(`${right ? 'right' : 'WRONG'}  ${what}: ${outcome}`);
}

async function pro(): Promise<void> {
  const { status, bytes, seconds } = await render(keys.pro, { accept: 'application/pdf' });
  const right = status === 200 && seconds > pageSeconds && (await holdsText(bytes));
  report('Pro', right, `${status} after ${seconds.toFixed(1)} s`);
}

async function free(): Promise<void> {
  const { status, bytes, seconds } = await render(keys.free, { accept: 'application/pdf' });
  const { code, retryable } = JSON.parse(bytes.toString()) as Problem;
  // Not earlier than the time that is reserved for the result.
  const inTime = seconds <= freeSeconds && seconds > freeSeconds - 3;
  const right = status === 400 && code === 'render-timeout' && retryable && inTime;
  report('Free', right, `${status} ${code} after ${seconds.toFixed(1)} s`);
}

async function job(): Promise<void> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${keys.free}` };
  const { bytes } = await render(keys.free, { prefer: 'respond-async' });
  let { id, ...latest } = JSON.parse(bytes.toString()) as JobResponse;
  while (latest.status === 'queued' || latest.status === 'processing') {
    await sleep(1000);
    ({ id, ...latest } = (await (
      await fetch(`${baseUrl}/api/jobs/${id}`, { headers })
    ).json()) as JobResponse);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const completed = latest.status === 'completed' && latest.attempts === 1;
  const pdf = completed ? await (await fetch(resultFile({ id, ...latest }).url)).bytes() : undefined;
  const right = pdf !== undefined && (await holdsText(pdf));
  report('Free, as a job', right, `${latest.status} at attempt ${latest.attempts} after ${seconds} s`);
}

await Promise.all([pro(), free(), job()]);
await run.stop();
closeAtOnce(site);
rmSync(stateDirectory, { recursive: true, force: true });
process.exit(failures > 0 ? 1 : 0);
