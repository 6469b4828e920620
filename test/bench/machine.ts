import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

/** What the figures were measured on. */
export interface Machine {
  processor: string;
  cores: number;
  /** Bytes. */
  memory: number;
  system: string;
  node: string;
}

export function describeMachine(): Machine {
  const [first] = cpus();
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    memory: totalmem(),
    system: `${distribution()}, Linux ${release().split('-')[0] ?? ''}`,
    node: process.version,
  };
}

function distribution(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
