import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { fileResponseExample } from '../../../api/responses/file-response.ts';
import { main } from '../../src/cli/main.ts';

interface Settings {
  env?: Record<string, string>;
  stdin?: Readable;
  signal?: AbortSignal;
}

/** Runs the command line in this process. By default, it cannot reach a service: the port is closed to fetch. */
export async function runCommand(
  args: readonly string[],
  { env = {}, stdin = new PassThrough(), signal = new AbortController().signal }: Settings = {},
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, {
    env: { FCS_BASE_URL: 'http://127.0.0.1:1', FCS_API_KEY: 'fcs_key', ...env },
    stdin,
    stdout,
    stderr,
    signal,
  });
  return { code, out: String(stdout.read() ?? ''), errors: String(stderr.read() ?? '') };
}

/** A request that a local service received, without the body of files. */
export interface ReceivedCall {
  method: string;
  path: string;
  body: string;
}

type Responder = (call: ReceivedCall, response: ServerResponse, baseUrl: string) => void;

/** Starts a local service that responds as the test says, and records its calls. */
export async function startService(respond: Responder) {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const call = { method: request.method ?? '', path: request.url ?? '', body };
      calls.push(call);
      respond(call, response, baseUrl());
    });
  });
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    calls,
    baseUrl: baseUrl(),
    env: { FCS_BASE_URL: baseUrl() },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

/** A result whose bytes a local service sends at `/result`. */
export const resultAt = (baseUrl: string, size: number, number = 1) => ({
  ...fileResponseExample,
  id: `file_${number}`,
  fileName: `result-${number}.pdf`,
  url: `${baseUrl}/result`,
  size,
});

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
