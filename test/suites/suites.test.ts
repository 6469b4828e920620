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

  it('passes arguments to a suite, and exits with its code', () => {
    const { stdout, status } = run('chaos', '--help');
    expect(stdout).toContain('npm run suite -- chaos');
    expect(status).toBe(0);
    expect(run('chaos', '--nonsense').status).toBe(1);
  });

  it('rejects an unknown name', () => {
    const { stderr, status } = run('nonsense');
    expect(stderr).toContain('No suite nonsense exists.');
    expect(status).toBe(2);
  });

  it.each(Object.entries(suites))('%s has a program and a description', (_, { description, command }) => {
    const program = command.find((argument) => !argument.startsWith('-')) ?? '';
    expect(existsSync(join(projectRoot, program))).toBe(true);
    expect(description).toMatch(/\.$/);
  });

  it.each(globSync('{*.md,docs/**/*.md,test/**/*.md}', { cwd: projectRoot }))(
    'is documented in %s with existing names',
    (file) => {
      const text = readFileSync(join(projectRoot, file), 'utf8');
      const names = [...text.matchAll(/npm run suite -- ([a-z][\w:-]*)/g)].map(([, name]) => name);
      expect(Object.keys(suites)).toEqual(expect.arrayContaining(names));
    },
  );

  it('starts the nightly suites, and no other, in the nightly workflow', () => {
    const workflow = readFileSync(join(projectRoot, '.github/workflows/nightly.yml'), 'utf8');
    const matrix = [...workflow.matchAll(/^ +- suite: (\S+)$/gm)].map(([, name]) => name);
    const nightly = Object.keys(suites).filter((name) => suites[name]?.nightly);
    expect(matrix.sort()).toEqual(nightly.sort());
  });

  it('replaces scripts in package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const started = Object.values(scripts).flatMap((script) => script.match(/test\/[\w/-]+\.ts/g) ?? []);
    const programs = [...new Set(started)].sort();
    expect(programs).toEqual(['test/bench/run.ts', 'test/suites/check.ts', 'test/suites/run.ts']);
  });
});
