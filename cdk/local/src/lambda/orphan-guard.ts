import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Reads `+ <group>` and `- <group>`, and at the end of its input kills the groups that are left. */
const script = `
groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) left=
       for each in $groups; do [ "$each" = "$group" ] || left="$left $each"; done
       groups=$left ;;
  esac
done
for each in $groups; do kill -KILL "-$each" 2>/dev/null; done
`;

interface Shell {
  input: Writable;
  end(): Promise<void>;
}

/**
 * Ends process groups when this process is killed and cannot do it itself.
 *
 * A function process notices by its broken connection, but not while its handler keeps the event loop
 * busy, and it would leave the processes that it started. So a shell waits at the other end of a pipe.
 */
export class OrphanGuard {
  #shell: Shell | undefined;

  watch(group: number): void {
    this.#send(`+ ${group}\n`);
  }

  forget(group: number): void {
    this.#send(`- ${group}\n`);
  }

  /** Ends the shell. Call it when nothing is watched any more. */
  async stop(): Promise<void> {
    const shell = this.#shell;
    this.#shell = undefined;
    await shell?.end();
  }

  #send(line: string): void {
    this.#shell ??= start();
    this.#shell.input.write(line);
  }
}

function start(): Shell {
  // In a session of its own: Ctrl-C in the terminal reaches us, not the guard.
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.unref();
  // Without the shell, or after somebody ended it, only the broken connection is left as a sign.
  shell.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    shell.once('close', () => resolve()).once('error', () => resolve());
  });
  return {
    input: shell.stdin,
    async end() {
      shell.ref();
      shell.stdin.end();
      await ended;
    },
  };
}
