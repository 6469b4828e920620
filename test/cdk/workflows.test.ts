import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, serviceVersion } from '../../cdk/project.ts';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const workflows = globSync('.github/**/*.yml', { cwd: projectRoot });

describe('the workflows', () => {
  it('pin third-party actions by commit, with the version as a comment', () => {
    const actions = workflows.flatMap((file) =>
      [...read(file).matchAll(/\buses: (.+)$/gm)].map(([, action = '']) => action),
    );
    expect(actions.length).toBeGreaterThan(5);
    const loose = actions.filter(
      (action) => !/^\.\/|^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action),
    );
    expect(loose).toEqual([]);
  });

  it('grant more than read access only per job', () => {
    for (const file of workflows.filter((name) => name.includes('workflows'))) {
      expect(read(file)).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    }
  });
});

describe('the changelog', () => {
  it('has a section for the version of package.json, which the release uses as its notes', () => {
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## \\[${serviceVersion.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
    );
  });
});
