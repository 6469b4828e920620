import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Contestant } from './contestant.ts';
import { ServerProcess } from './server-process.ts';
import { versionOf } from './versions.ts';

/**
 * unoserver (https://github.com/unoconv/unoserver): one resident LibreOffice, asked by XML-RPC over HTTP, without its
 * Python client, which would take longer to start than a small document takes. As that client does on the server's own host,
 * requests name files: a document that arrives as bytes has no extension, and LibreOffice does not recognize all of them.
 *
 * @param folder for LibreOffice's profile and for results
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
  let count = 0;
  return {
    name: 'unoserver',
    description: `${version}, XML-RPC, LibreOffice ${versionOf(soffice, ['--version'])}; one document at a time`,
    does: (task) => 'kind' in task,
    perform: async (task) => {
      if (!('kind' in task)) throw new Error(`unoserver does not do ${task.operation}`);
      const output = join(folder, `unoserver-${(count += 1)}.pdf`);
      const path = (file: string): string => `<string>${escaped(file)}</string>`;
      const response = await call(await server.origin(), 'convert', [
        ...[path(task.file), '<nil/>', path(output), '<string>pdf</string>'],
      ]);
      if (response.includes('<fault>'))
        throw new Error(`unoserver: ${/<string>(.*)<\/string>/s.exec(response)?.[1] ?? response}`);
      try {
        return { files: [readFileSync(output)] };
      } finally {
        rmSync(output, { force: true });
      }
    },
    processes: () => [{ name: 'unoserver', pids: server.pids }],
    chill: () => server.kill(),
    stop: () => server.kill(),
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

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
