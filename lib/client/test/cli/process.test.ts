import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  const end = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], errors]) => ({
    code: code as number | null,
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
    // The command listens to signals before it reads.
    child.stdin.write('%PDF');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill(signal);
    expect(await end).toEqual({ code, errors: '' });
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
    expect(await end).toEqual({ code: 0, errors: '' });
  });
});
