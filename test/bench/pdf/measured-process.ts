import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface Measured {
  /** Milliseconds of CPU time, user and system. */
  cpu: number;
  /** The largest resident memory, in bytes; read every few milliseconds, so the last moment may be missing. */
  peak: number;
  stdout: string;
}

/** Runs a command and measures it as a whole, as the shell's `time` does. @throws Error when it fails */
export async function measuredProcess(command: string, args: readonly string[]): Promise<Measured> {
  const child = spawn('bash', ['-c', 'TIMEFORMAT="cpu %3U %3S"; time "$0" "$@"', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid ?? 0))), 3);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  const [, user, system] = /cpu (\d+\.\d+) (\d+\.\d+)\s*$/.exec(stderr) ?? [];
  if (code !== 0 || user === undefined || system === undefined) {
    throw new Error(`${command} ended with ${code}: ${stderr.slice(0, 500)}`);
  }
  return { cpu: (Number(user) + Number(system)) * 1000, peak, stdout };
}

/** The most that the child of the shell had so far. */
function peakOf(shell: number): number {
  try {
    const [child] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
