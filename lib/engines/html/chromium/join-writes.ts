import type { Writable } from 'node:stream';

/**
 * Sends what is written to a pipe in one turn of the event loop at once. Puppeteer writes each message and its end
 * separately, and each write wakes the process at the other end.
 */
export function joinWrites(pipe: Writable): void {
  const write = pipe.write.bind(pipe) as (...written: unknown[]) => boolean;
  pipe.write = (...written: unknown[]): boolean => {
    if (pipe.writableCorked === 0) {
      pipe.cork();
      process.nextTick(() => pipe.uncork());
    }
    return write(...written);
  };
}
