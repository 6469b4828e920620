import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with this process's descriptors. */
export const ownDescriptors = '/proc/self/fd';

/** This process's descriptors that are not of a file: of pipes, processes and the event loop. */
export function pipeDescriptors(): number[] {
  return readdirSync(ownDescriptors)
    .map(Number)
    .filter((descriptor) => !isFile(descriptor));
}

function isFile(descriptor: number): boolean {
  try {
    return readlinkSync(join(ownDescriptors, `${descriptor}`)).startsWith('/');
  } catch {
    // It was the listing's own.
    return true;
  }
}
