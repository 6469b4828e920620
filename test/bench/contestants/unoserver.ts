import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Contestant } from './contestant.ts';
import { ServerProcess } from './server-process.ts';

/**
 * unoserver (https://github.com/unoconv/unoserver): one resident LibreOffice, asked by XML-RPC over HTTP, without its
 * Python client, which would take longer to start than a small document takes.
 *
 * @param folder for LibreOffice's profile
 */
export function unoserver(program: string, soffice: string, folder: string): Contestant {
  const server = new ServerProcess({
    program,
    args: (port) => [
      ...['--interface', '127.0.0.1', '--port', String(port), '--uno-port', String(port + 1)],
      ...['--executable', soffice, '--user-installation', join(folder, 'unoserver')],
    ],
    isReady: async (origin) => (await call(origin, 'info', [])).includes('<'),
  });
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  return {
    name: 'unoserver',
    description: `${version}, XML-RPC; one document at a time`,
    does: (task) => 'kind' in task,
    perform: async (task) => {
      if (!('kind' in task)) throw new Error(`unoserver does not do ${task.operation}`);
      const document = `<base64>${readFileSync(task.file).toString('base64')}</base64>`;
      const response = await call(await server.origin(), 'convert', [
        ...['<nil/>', document, '<nil/>', '<string>pdf</string>'],
      ]);
      const [, encoded] = /<base64>([^<]*)<\/base64>/.exec(response) ?? [];
      if (encoded === undefined)
        throw new Error(`unoserver: ${/<string>(.*)<\/string>/s.exec(response)?.[1] ?? response}`);
      return { files: [Buffer.from(encoded, 'base64')] };
    },
    processes: () => [{ name: 'unoserver', pids: server.pids }],
    chill: () => server.kill(),
    stop: () => server.kill(),
  };
}

async function call(origin: string, method: string, values: readonly string[]): Promise<string> {
  const parameters = values.map((value) => `<param><value>${value}</value></param>`).join('');
  const body = `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${parameters}</params></methodCall>`;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Not by fetch: the server closes its connections, at which Node's fetch can end the whole process.
  request(origin, { method: 'POST', headers: { 'content-type': 'text/xml' } }, resolve)
    .on('error', reject)
    .end(body);
  const response = await promise;
  if (response.statusCode !== 200) throw new Error(`unoserver: ${response.statusCode}`);
  return text(response);
}
