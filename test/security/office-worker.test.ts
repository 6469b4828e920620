import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleFolder } from '../../cdk/project.ts';
import { converterOptions } from '../support/libreoffice.ts';
import { leftOut } from '../support/requirements.ts';
import { readByAnother, withoutTracing } from '../support/same-user.ts';

/** Starts a process with a secret in its environment that imports a module, and waits for the end of the import. */
async function importing(module: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'office-worker-'));
  const { libreOfficeRoot, fontsConf } = converterOptions(folder);
  const script = `await import(${JSON.stringify(module)}); console.log('imported'); setInterval(() => {}, 1000);`;
  const child = spawn(...withoutTracing(process.execPath, '--input-type=module', '-e', script), {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      SECRET: 'credentials',
      AWS_REGION: 'us-east-1',
      BUCKET_NAME: 'none',
      JOBS_TABLE_NAME: 'none',
      OFFICE_QUEUE_URL: 'http://127.0.0.1/none',
      WEBHOOK_QUEUE_URL: 'http://127.0.0.1/none',
      LIBREOFFICE_ROOT: libreOfficeRoot,
      FONTS_CONF: fontsConf,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const { promise: imported, resolve, reject } = Promise.withResolvers<undefined>();
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.includes('imported\n')) resolve(undefined);
  });
  child.once('close', () => reject(new Error(`The process ended: ${output}`)));
  await imported;
  return child.pid ?? 0;
}

/** LibreOffice runs as the worker's user, so what a document takes over could read what the worker has. */
describe.skipIf(leftOut('libreoffice'))('the process of the office worker, as it is deployed', () => {
  it('hides its environment and its memory from the processes of its user', async () => {
    const worker = await importing(pathToFileURL(join(bundleFolder, 'office-worker/handler.mjs')).href);
    expect(readByAnother(worker, 'environ')).toContain('Permission denied');
    expect(readByAnother(worker, 'maps')).toContain('Permission denied');
  });

  it('would not be hidden by itself', async () => {
    expect(readByAnother(await importing('node:fs'), 'environ')).toContain('SECRET=credentials');
  });
});
