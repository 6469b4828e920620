import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { joinWrites } from '#lib/engines/html/chromium/join-writes.ts';

/** A pipe that records what reaches it at once. */
function recordingPipe(): { pipe: Writable; arrived: string[] } {
  const arrived: string[] = [];
  const pipe = new Writable({
    write: (chunk: Buffer, _, done) => {
      arrived.push(chunk.toString());
      done();
    },
    writev: (chunks, done) => {
      arrived.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()).join(''));
      done();
    },
  });
  joinWrites(pipe);
  return { pipe, arrived };
}

it('sends what is written in one turn at once, and in order', async () => {
  const { pipe, arrived } = recordingPipe();
  pipe.write('first');
  pipe.write('\0');
  pipe.write('second');
  pipe.write('\0');
  expect(arrived).toEqual([]);
  await setImmediate();
  expect(arrived).toEqual(['first\0second\0']);
});

it('does not hold back what is written in the next turn', async () => {
  const { pipe, arrived } = recordingPipe();
  pipe.write('first');
  await setImmediate();
  pipe.write('second');
  await setImmediate();
  expect(arrived).toEqual(['first', 'second']);
});

it('reports that a write is complete, and sends all when the pipe ends', async () => {
  const { pipe, arrived } = recordingPipe();
  await new Promise<void>((done) => {
    pipe.write('message', () => done());
  });
  pipe.write('last');
  await new Promise<void>((done) => {
    pipe.end(() => done());
  });
  expect(arrived).toEqual(['message', 'last']);
});
