import { readSync } from 'node:fs';
import type { Libc } from '../../../base/processes/native.ts';

const standardInput = 0;
const POLLIN = 1;

/** Size of a struct pollfd (the descriptor, the requested events, the returned events), and offsets in it. */
const entry = { size: 8, requested: 4, returned: 6 } as const;

export interface Input {
  /** Whether standard input has bytes, or has ended. */
  input: boolean;
  /** Whether one of the other descriptors is ready. */
  others: boolean;
}

/**
 * Waits until standard input or one of the other descriptors can be read.
 *
 * @param milliseconds at most; -1 without a limit
 */
export function waitForInput(
  libc: Pick<Libc, 'poll'>,
  others: readonly number[],
  milliseconds: number,
): Input {
  const entries = Buffer.alloc((others.length + 1) * entry.size);
  for (const [index, descriptor] of [standardInput, ...others].entries()) {
    entries.writeInt32LE(descriptor, index * entry.size);
    entries.writeInt16LE(POLLIN, index * entry.size + entry.requested);
  }
  // A signal interrupts the call, and nothing is ready then.
  const count = libc.poll(entries, others.length + 1, milliseconds);
  if (count <= 0) return { input: false, others: false };
  const input = entries.readInt16LE(entry.returned) !== 0;
  return { input, others: count > (input ? 1 : 0) };
}

/** Waits for complete lines on standard input; undefined at its end. */
export function readLines(): string[] | undefined {
  let text = '';
  const chunk = Buffer.alloc(64 * 1024);
  while (!text.endsWith('\n')) {
    const length = readSync(standardInput, chunk);
    if (length === 0) return undefined;
    text += chunk.toString('utf8', 0, length);
  }
  return text.trimEnd().split('\n');
}
