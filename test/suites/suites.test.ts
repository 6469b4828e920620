import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/project.ts';
import { suites } from './suites.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(projectRoot, 'test/suites/run.ts'), ...args], { encoding: 'utf8' });

describe('npm run suite', () => {
  it('lists the suites', () => {
    const { stdout, status } = run();
    expect(status).toBe(0);
    for (const name of Object.keys(suites)) expect(stdout).toContain(`  ${name} `);
  });

  it('gives a suite its arguments, and exits as it does', () => {
    const { stdout, status } = run('chaos', '--help');
    expect(stdout).toContain('npm run suite -- chaos');
    expect(status).toBe(0);
    expect(run('chaos', '--nonsense').status).toBe(1);
  });

  it('rejects a name that it does not know', () => {
    const { stderr, status } = run('nonsense');
    expect(stderr).toContain('There is no suite nonsense.');
    expect(status).toBe(2);
  });

  it.each(Object.entries(suites))('%s has a program and a description', (_, { description, command }) => {
    const program = command.find((argument) => !argument.startsWith('-')) ?? '';
    expect(existsSync(join(projectRoot, program))).toBe(true);
    expect(description).toMatch(/\.$/);
  });

  it.each(globSync('{*.md,docs/**/*.md,test/**/*.md}', { cwd: projectRoot }))(
    'is called in %s with names that exist',
    (file) => {
      const text = readFileSync(join(projectRoot, file), 'utf8');
      const names = [...text.matchAll(/npm run suite -- ([a-z][\w:-]*)/g)].map(([, name]) => name);
      expect(Object.keys(suites)).toEqual(expect.arrayContaining(names));
    },
  );

  it('is how long programs are started: package.json has no script for each', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const started = Object.values(scripts).flatMap((script) => script.match(/test\/[\w/-]+\.ts/g) ?? []);
    expect(started.sort()).toEqual(['test/bench/run.ts', 'test/suites/check.ts', 'test/suites/run.ts']);
  });
});
