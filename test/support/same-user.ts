import { spawnSync } from 'node:child_process';

/** Root may read every process; without these capabilities it may read what any user may of their own. */
const tracing = '-sys_ptrace,-perfmon,-sys_admin';

/**
 * The command line for a program that is to have no more rights over other processes than an unprivileged user. Both the
 * process that is read and the one that reads must be started so: the kernel protects a more privileged process anyway.
 */
export const withoutTracing = (program: string, ...args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', [`--bounding-set=${tracing}`, `--inh-caps=${tracing}`, program, ...args]]
    : [program, [...args]];

/**
 * What another process of the same user reads of `/proc/<pid>/<name>`, or why it cannot.
 *
 * @param pid of a process that was started by the command line of `withoutTracing`
 */
export function readByAnother(pid: number, name: string): string {
  const { stdout, stderr, error } = spawnSync(...withoutTracing('cat', `/proc/${pid}/${name}`), {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error) throw error;
  return stdout || stderr;
}
