import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assemble, filterFor } from '#lib/base/processes/confinement/seccomp.ts';
import { koffiFile } from '../../../../support/libreoffice.ts';
import { leftOut } from '../../../../support/requirements.ts';

/** The outcomes of `confined.ts`, and how often it reached a server on this machine. */
async function attempts(...args: string[]): Promise<{ outcomes: Record<string, unknown>; hits: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'confinement-'));
  let hits = 0;
  const server = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const path of [folder, `${folder}-other`]) rmSync(path, { recursive: true, force: true });
  });
  const { port } = server.address() as AddressInfo;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'confined.ts'), koffiFile, folder, `${port}`, ...args],
    { env: {}, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const stdout = await text(child.stdout);
  return { outcomes: JSON.parse(stdout) as Record<string, unknown>, hits };
}

describe.skipIf(leftOut('seccomp'))('confinement', () => {
  it('blocks the network, other processes and new ones', async () => {
    const { outcomes, hits } = await attempts();
    expect(outcomes).toMatchObject({
      connect: 'EPERM',
      runProgram: 'EPERM',
      signalParent: 'EPERM',
      signalItself: 'done',
      writeOwnFile: 'done',
    });
    expect(hits).toBe(0);
  });

  it.skipIf(leftOut('landlock'))('limits a process to its own folder', async () => {
    const { outcomes } = await attempts();
    expect(outcomes).toMatchObject({
      writeOwnFile: 'done',
      writeOtherFile: 'EACCES',
      readOtherFile: 'EACCES',
    });
  });

  it('is the only cause of these failures', async () => {
    const { outcomes, hits } = await attempts('free');
    const { landlock: _, ...others } = outcomes;
    expect(new Set(Object.values(others))).toEqual(new Set(['done']));
    expect(hits).toBe(1);
  });
});

describe('filterFor', () => {
  /** The kernel's result for a call: a small interpreter of the instructions in use. */
  function response(pid: number, number: number, firstArgument = 0, architecture = 0xc000_003e): number {
    const data = Buffer.alloc(64);
    data.writeUInt32LE(number, 0);
    data.writeUInt32LE(architecture, 4);
    data.writeUInt32LE(firstArgument, 16);
    const program = assemble(filterFor(pid));
    let loaded = 0;
    for (let at = 0; ; at += 8) {
      const value = program.readUInt32LE(at + 4);
      const jump = (holds: boolean): void => {
        at += 8 * program.readUInt8(at + (holds ? 2 : 3));
      };
      switch (program.readUInt16LE(at)) {
        case 0x20:
          loaded = data.readUInt32LE(value);
          break;
        case 0x15:
          jump(loaded === value);
          break;
        case 0x35:
          jump(loaded >= value);
          break;
        case 0x45:
          jump((loaded & value) !== 0);
          break;
        case 0x06:
          return value;
        default:
          throw new Error(`unknown instruction at ${at}`);
      }
    }
  }

  const allow = 0x7fff_0000;
  const rejected = 0x0005_0001;
  const kill = 0x8000_0000;

  it.each([
    ['read', 0, 0, allow],
    ['socket', 41, 2, rejected],
    ['io_uring_setup', 425, 0, rejected],
    ['execve', 59, 0, rejected],
    ['ptrace', 101, 0, rejected],
    ['clone of a thread', 56, 0x0001_0f00, allow],
    ['clone of a process', 56, 0x11, rejected],
    ['clone3, as unknown', 435, 0, 0x0005_0026],
    ['kill of itself', 62, 321, allow],
    ['kill of its group', 62, 0, allow],
    ['kill of another', 62, 1, rejected],
    ['prlimit64 of its parent', 302, 320, rejected],
    ['a call of the x32 interface', 0x4000_0029, 0, kill],
  ])('returns %s', (_, number, firstArgument, expected) => {
    expect(response(321, number, firstArgument)).toBe(expected);
  });

  it('ends a process that uses 32-bit calls', () => {
    expect(response(321, 0, 0, 0x4000_0003)).toBe(kill);
  });
});
