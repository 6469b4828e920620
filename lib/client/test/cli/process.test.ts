import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { type ReceivedCall, resultAt, sendJson, startService } from './run-command.ts';

const program = join(import.meta.dirname, '../../convert.mjs');
const document = import.meta.filename;
/** More than the buffer of a pipe. */
const large = 'x'.repeat(1024 * 1024);
let received: () => void = () => undefined;

/** Sends a large result, and does not respond to conversions of office documents. */
const service = await startService(({ path }: ReceivedCall, response, baseUrl) => {
  if (path === '/api/convert/docx-to-pdf') received();
  else if (path === '/result') response.end(large);
  else if (path === '/api/pdf/text') response.writeHead(200, { 'content-type': 'text/plain' }).end(large);
  else sendJson(response, resultAt(baseUrl, large.length));
});
afterAll(() => service.close());

function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', FCS_API_KEY: 'fcs_key', ...service.env },
  });
  const end = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code, signal], errors]) => ({
    code: code as number | null,
    signal: signal as string | null,
    errors,
  }));
  return { child, end };
}

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a command that reads standard input with %s', async (signal, code) => {
    const { child, end } = start('merge', '-', document);
    // More than the pipe holds has been written when the command reads, and it handles signals from then on.
    await new Promise((resolve) => child.stdin.write(large, resolve));
    child.kill(signal);
    expect(await end).toEqual({ code, signal: null, errors: '' });
  });

  it('ends a command that waits for the other end of a named pipe', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'process-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const { child, end } = start('merge', '-', join(folder, 'pipe'));
    await new Promise((resolve) => child.stdin.write(large, resolve));
    child.kill('SIGINT');
    expect((await end).signal).toBe('SIGINT');
    await rm(folder, { recursive: true });
  });

  it('says that a job that was just submitted may still be running', async () => {
    const request = new Promise<void>((resolve) => (received = resolve));
    const { child, end } = start('docx', document);
    await request;
    child.kill('SIGINT');
    const { code, errors } = await end;
    expect(code).toBe(130);
    expect(errors).toContain('The job may still be running. To list your jobs, run: convert jobs');
  });
});

describe('a closed pipe', () => {
  it.each([
    ['text', document],
    ['edit', document, '-o', '-'],
  ])('ends convert %s quietly', async (...args) => {
    const { child, end } = start(...args);
    child.stdout.destroy();
    expect(await end).toEqual({ code: 0, signal: null, errors: '' });
  });
});
