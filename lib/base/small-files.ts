import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Files of up to this many bytes are small. Their calls take less time than handing them to another thread, which costs
 * about 50 microseconds of processor time each.
 */
export const smallBytes = 1024 * 1024;

/** Returns the content of a small regular file; undefined for any other. */
export function readSmallFile(path: string): Buffer | undefined {
  // Opening a pipe would wait for its writer.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= smallBytes ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}
