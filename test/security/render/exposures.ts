import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { otherProcesses } from './processes.ts';
import { secretText } from './secret.ts';

/**
 * What the browser's processes hold out to whoever takes one over, or to a page: an environment with secrets in it, and
 * ports that they listen on, as for debugging.
 */
export function exposures(): string[] {
  const listening = listeningSockets();
  return otherProcesses().flatMap(({ pid, command }) => {
    const [program = ''] = command.split(' ');
    const environment = read(`/proc/${pid}/environ`);
    const ports = socketsOf(pid).flatMap((inode) => listening.get(inode) ?? []);
    return [
      ...(environment.includes(secretText) ? [`environment of ${program}`] : []),
      ...ports.map((port) => `${program} listens on ${port}`),
    ];
  });
}

/** By inode. In `/proc/net`, 0A is the state of TCP sockets that listen; bound UDP sockets have 07 (proc(5)). */
function listeningSockets(): Map<string, string> {
  const states = { tcp: '0A', tcp6: '0A', udp: '07', udp6: '07' } as const;
  return new Map(
    Object.entries(states).flatMap(([protocol, wanted]) =>
      read(`/proc/net/${protocol}`)
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , , state]) => state === wanted)
        .map(([, local = '', , , , , , , , inode = '']): [string, string] => [
          inode,
          `${protocol} port ${parseInt(local.split(':')[1] ?? '', 16)}`,
        ]),
    ),
  );
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap(
      (name) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [],
    );
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
