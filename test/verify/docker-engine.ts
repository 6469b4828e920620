import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface DockerEngine extends AsyncDisposable {
  /** For programs that are to use it. */
  environment: Record<string, string>;
}

const responses = (environment: Record<string, string>): Promise<boolean> =>
  promisify(execFile)('docker', ['info'], { env: { ...process.env, ...environment } }).then(
    () => true,
    () => false,
  );

/** The engine that runs on this machine, if one does. */
export async function runningEngine(): Promise<DockerEngine | undefined> {
  if (!(await responses({}))) return undefined;
  return { environment: {}, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/**
 * Starts an engine of our own, which needs root.
 *
 * @param folder for its images, which are kept
 * @throws Error saying what this machine lacks
 */
export async function startEngine(folder: string): Promise<DockerEngine> {
  if (process.getuid?.() !== 0) {
    throw new Error(
      'No Docker engine responds, and only root can start one. Start Docker, or run this as root.',
    );
  }
  await mkdir(folder, { recursive: true });
  const environment = { DOCKER_HOST: `unix://${join(folder, 'docker.sock')}` };
  const log = openSync(join(folder, 'dockerd.log'), 'w');
  const child = spawn(
    'dockerd',
    [
      ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'dockerd.pid'), '--host', environment.DOCKER_HOST],
    ],
    {
      stdio: ['ignore', log, log],
      env: { ...process.env, PATH: `/usr/sbin:/sbin:${process.env['PATH'] ?? ''}` },
    },
  );
  const failed = once(child, 'error');
  for (let tries = 0; !(await responses(environment)); tries += 1) {
    const missing = await Promise.race([failed.then(() => true), sleep(500).then(() => false)]);
    if (missing) throw new Error('There is no Docker engine (on Debian: apt-get install docker.io).');
    if (child.exitCode !== null || tries === 120) {
      throw new Error(`The Docker engine did not start; see ${join(folder, 'dockerd.log')}.`);
    }
  }
  return {
    environment,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
