import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/project.ts';

const rows = readFileSync(join(projectRoot, 'SECURITY.md'), 'utf8').match(/^\| .*$/gm) ?? [];
const tests = globSync('test/**/*.ts', { cwd: projectRoot });

/** `a/{b,c}.test.ts` as `a/b.test.ts` and `a/c.test.ts`. */
function alternativesOf(path: string): string[] {
  const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return names?.split(',').map((name) => before + name + after) ?? [path];
}

/** The tests that the table names, by file name, path or folder, each with the titles that it quotes from them. */
const named = rows.flatMap((row) =>
  [...row.matchAll(/`([\w/{},.-]+\.test\.ts|test\/[\w/-]+)`(?: \(([^)]*)\))?/g)].flatMap(
    ([, path = '', remark = '']) => {
      const titles = [...remark.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
      return alternativesOf(path).map((name): [string, string[]] => [name, titles]);
    },
  ),
);

describe('SECURITY.md', () => {
  it('names tests', () => {
    expect(named.length).toBeGreaterThan(50);
  });

  it.each(named)('names %s, which exists and has the quoted titles', (name, titles) => {
    const files = tests.filter((file) => `/${file}`.endsWith(`/${name}`) || file.startsWith(`${name}/`));
    expect(files).not.toEqual([]);
    const text = files.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('\n');
    for (const title of titles) expect(text).toContain(title);
  });
});
