import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/project.ts';
import { runTool } from './run-tool.ts';

const version = '4.32.5';

/**
 * Installs Schemathesis into a separate environment, which the next run reuses.
 *
 * @returns its program
 * @throws Error saying what is missing
 */
export async function installSchemathesis(): Promise<string> {
  const folder = join(projectRoot, 'node_modules', '.cache', `schemathesis-${version}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  const made = await runTool('python3', ['-m', 'venv', folder]).catch(() => undefined);
  if (made === undefined)
    throw new Error('Fuzzing needs python3, and there is none. --only lint does without.');
  if (made !== 0) {
    throw new Error('Fuzzing needs python3 with venv and pip (on Debian the package python3-venv).');
  }
  const installed = await runTool(join(folder, 'bin', 'python'), [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
    `schemathesis==${version}`,
  ]);
  if (installed !== 0)
    throw new Error(`pip did not install schemathesis ${version}; what it said stands above.`);
  return program;
}
