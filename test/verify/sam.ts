import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cdk/container-access.ts';
import type { LocalStackFile } from '../../cdk/local-state.ts';
import { projectRoot } from '../../cdk/project.ts';
import { checkResponses } from './responses.ts';
import { Checks } from './checks.ts';
import { type DockerEngine, runningEngine, startEngine } from './docker-engine.ts';
import { makeLambdaImage } from './lambda-image.ts';
import { runInProject } from './project-command.ts';
import { installSam } from './template-lint.ts';

/**
 * Serves the API by `npm run sam` and calls it: every function in a container, its layers in `/opt`, the runtime's interface
 * by AWS's emulator and client. With a Docker engine that runs, in AWS's own image, which SAM CLI pulls. Else, or with
 * `--stand-in`, as root: in an engine of its own and an image that stands in for AWS's, made on this machine.
 *
 *     npm run suite -- verify:sam [--stand-in]
 *
 * Exits 1 when something did not come out right.
 */

const kept = join(tmpdir(), 'file-conversion-verify');
const checks = new Checks();

async function verify(engine: DockerEngine, isStandIn: boolean): Promise<void> {
  const { environment } = engine;
  if (isStandIn) {
    await makeLambdaImage(join(kept, 'lambda-image'), join(kept, 'runtime-client'), environment);
  }
  const programs = await installSam();
  const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-sam-'));
  const port = await freePort();
  const options = ['--disable-warning=ExperimentalWarning', join(projectRoot, 'cdk', 'sam.ts')];
  if (isStandIn) options.push('--skip-pull-image');
  const run = spawn(process.execPath, [...options, '--port', String(port)], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...environment,
      PATH: [programs, process.env['PATH'] ?? ''].join(delimiter),
      LOCAL_STATE_DIR: stateDirectory,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    await checks.that('npm run sam serves the API', async () => {
      // An image may have to be pulled, and layers to be packed into it.
      const end = Date.now() + 600_000;
      while (run.exitCode === null && Date.now() < end) {
        if (await fetch(baseUrl).catch(() => undefined)) return;
        await sleep(500);
      }
      throw new Error(output);
    });
    if (run.exitCode !== null) return;
    const stack = JSON.parse(readFileSync(join(stateDirectory, 'stack.json'), 'utf8')) as LocalStackFile;
    const headers = { authorization: `Bearer ${stack.keys.pro}` };
    await checkResponses({ baseUrl, headers }, checks);
    await checks.that('Ctrl-C ends it and leaves no container', async () => {
      const exited = once(run, 'exit');
      run.kill('SIGINT');
      const [code] = (await exited) as [number | null];
      const left = await runInProject(
        'docker',
        ['ps', '--all', '--quiet', '--filter', `network=file-conversion-sam`],
        environment,
      );
      if (code !== 0 || left.trim() !== '')
        throw new Error(`It ended with ${String(code)}; containers left: ${left}`);
    });
  } finally {
    if (run.exitCode === null) {
      const exited = once(run, 'exit');
      run.kill('SIGINT');
      await exited;
    }
    if (process.argv.includes('--verbose')) console.log(output);
    rmSync(stateDirectory, { recursive: true, force: true });
  }
}

try {
  const running = process.argv.includes('--stand-in') ? undefined : await runningEngine();
  await using engine = running ?? (await startEngine(join(kept, 'docker')));
  await verify(engine, running === undefined);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
if (!checks.finish()) process.exitCode = 1;
