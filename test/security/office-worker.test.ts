import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleFolder } from '../../cdk/project.ts';
import { officeWorkerVariables } from '../support/function-environment.ts';
import { descendantsOf } from '../support/local-run.ts';
import { leftOut } from '../support/requirements.ts';
import { readByAnother, withoutTracing } from '../support/same-user.ts';

/**
 * Starts a process with a secret in its environment that imports a module, and waits for the end of the import.
 *
 * @returns its id, and what it printed meanwhile
 */
async function importing(module: string): Promise<{ pid: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'office-worker-'));
  const script = `await import(${JSON.stringify(module)}); console.log('imported'); setInterval(() => {}, 1000);`;
  const child = spawn(...withoutTracing(process.execPath, '--input-type=module', '-e', script), {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      SECRET: 'credentials',
      ...officeWorkerVariables(folder),
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
  return { pid: child.pid ?? 0, output };
}

const worker = pathToFileURL(join(bundleFolder, 'office-worker/handler.mjs')).href;

/** LibreOffice runs as the worker's user, so what a document takes over could read what the worker has. */
describe.skipIf(leftOut('libreoffice'))('the process of the office worker, as it is deployed', () => {
  it('hides its environment and its memory from the processes of its user', async () => {
    const { pid } = await importing(worker);
    expect(readByAnother(pid, 'environ')).toContain('Permission denied');
    expect(readByAnother(pid, 'maps')).toContain('Permission denied');
  });

  it('would not be hidden by itself', async () => {
    const { pid } = await importing('node:fs');
    expect(readByAnother(pid, 'environ')).toContain('SECRET=credentials');
  });

  it.skipIf(leftOut('seccomp', 'landlock'))('has a confined LibreOffice, and says so', async () => {
    const { pid, output } = await importing(worker);
    expect(output).toContain('"confinement":{"calls":true,"files":true}');
    const templates = descendantsOf(pid).filter((child) => commandOf(child).includes('template.mjs'));
    expect(templates).toHaveLength(1);
    expect(readFileSync(`/proc/${templates[0] ?? 0}/status`, 'utf8')).toMatch(
      /^NoNewPrivs:\t1$[^]*^Seccomp:\t2$/m,
    );
  });
});

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
