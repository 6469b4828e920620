import { spawnSync } from 'node:child_process';
import type { Validator } from './validator.ts';

/** Files that are validated by one process. */
const batch = 50;

/**
 * veraPDF as a program: `verapdf --format text -v`, or any that is called with `--flavour 2b FILE…` and prints a line for each file, which
 * begins with PASS or FAIL and has the path.
 *
 * @param command the program and its own arguments, separated by spaces
 */
export function veraPdfProgram(command: string): Validator {
  const [program = '', ...own] = command.split(' ');
  return {
    name: `veraPDF ${versionOf(program)}`,
    failures: (flavour, files) => {
      const found = new Map<string, string>();
      for (let from = 0; from < files.length; from += batch) {
        const some = files.slice(from, from + batch);
        const lines = run(program, [...own, '--flavour', flavour, ...some]).split('\n');
        for (const file of some) found.set(file, failureIn(lines, file));
      }
      return Promise.resolve(found);
    },
    close: () => Promise.resolve(),
  };
}

const versionOf = (program: string): string =>
  /\d+\.\d+(?:\.\d+)?/.exec(run(program, ['--version']))?.[0] ?? '';

/** @throws Error when no line says whether the file is valid: then nothing is known about it */
function failureIn(lines: readonly string[], file: string): string {
  const line = lines.find((text) => text.includes(file) && /^(?:PASS|FAIL)\b/.test(text));
  if (line === undefined) throw new Error(`veraPDF did not validate ${file}`);
  return line.startsWith('PASS') ? '' : line.slice(line.indexOf(file) + file.length).trim() || 'invalid';
}

function run(program: string, args: readonly string[]): string {
  const { error, stdout } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error) throw error;
  return stdout;
}
