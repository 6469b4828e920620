import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFolder } from '../../cdk/project.ts';
import { curiousChild, withCoreDumps } from '../support/curious-child.ts';
import { officeWorkerVariables } from '../support/function-environment.ts';
import { chromiumRoot, fontsConf } from '../support/renderer.ts';
import { leftOut } from '../support/requirements.ts';
import { withoutTracing } from '../support/same-user.ts';

const temporary = mkdtempSync(join(tmpdir(), 'hardening-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** Loads a function's bundle, which starts its engine, and prints what a child can read and its children's limits. */
const program = `
  const { spawnSync } = await import('node:child_process');
  const { readdirSync, readFileSync } = await import('node:fs');
  await import(process.env.BUNDLE);
  console.log(spawnSync(process.execPath, ['-e', ${JSON.stringify(curiousChild)}], { env: {}, encoding: 'utf8' }).stdout);
  const read = (file) => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
  const parents = new Map(readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map((pid) => {
    const line = read('/proc/' + pid + '/stat');
    return [pid, line.slice(line.lastIndexOf(')') + 2).split(' ')[1]];
  }));
  const isBelow = (pid) => pid === String(process.pid) || (parents.has(pid) && isBelow(parents.get(pid)));
  for (const pid of parents.keys()) {
    const limit = /^Max core file size.*$/m.exec(read('/proc/' + pid + '/limits'));
    if (isBelow(pid) && limit) console.log('engine', limit[0]);
  }
  process.kill(-process.pid, 'SIGKILL');
`;

async function load(name: string, variables: Record<string, string>): Promise<string> {
  const [command, args] = withCoreDumps(process.execPath, ['--input-type=module', '-e', program]);
  const child = spawn(...withoutTracing(command, ...args), {
    // A group of its own, which ends with the engine.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      SECRET: 'credentials',
      TMPDIR: temporary,
      BUNDLE: join(bundleFolder, name, 'handler.mjs'),
      ...variables,
    },
  });
  return text(child.stdout);
}

const functions = {
  renderer: { AWS_REGION: 'us-east-1', CHROMIUM_ROOT: chromiumRoot, FONTS_CONF: fontsConf },
  'office-worker': officeWorkerVariables(temporary),
};

describe.skipIf(leftOut('libreoffice', 'chromium'))('a function that runs an engine', () => {
  it.each(Object.entries(functions))(
    '%s hides from its processes, none of which dumps core',
    async (...of) => {
      const printed = await load(...of);
      expect(printed).toContain('environ EACCES\nmaps EACCES\nmem EACCES\n');
      const limits = printed.split('\n').filter((line) => line.startsWith('engine '));
      // The function itself, and what it has started.
      expect(limits.length).toBeGreaterThan(1);
      for (const limit of limits) expect(limit).toMatch(/^engine Max core file size +0 +0 /);
    },
  );
});
