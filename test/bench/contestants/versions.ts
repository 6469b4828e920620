import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const unknownVersion = 'of unknown version';

/** The first number with a dot that a program prints. */
export function versionOf(program: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  return numberIn(`${stdout}${stderr}`);
}

/** The first number with a dot. */
export const numberIn = (text: string): string => /\d+\.[\d.]*\d/.exec(text)?.[0] ?? unknownVersion;

/** The version of a program that has no option for it, from the list that `cargo install` keeps beside its `bin`. */
export function cargoVersion(program: string): string {
  try {
    const path = realpathSync(program);
    return versionInCrates(readFileSync(join(dirname(path), '..', '.crates.toml'), 'utf8'), basename(path));
  } catch {
    return unknownVersion;
  }
}

/** @param crates the text of `.crates.toml`: `"package version (source)" = ["program", …]` */
export function versionInCrates(crates: string, program: string): string {
  const line = crates.split('\n').find((each) => each.split(' = ')[1]?.includes(`"${program}"`));
  return line?.split(' ')[1] ?? unknownVersion;
}
