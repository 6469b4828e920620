import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file without a name through which an execution environment gets the bodies of large events. Through a socket, they
 * would be copied in pieces of 64 KiB, and as base64 in JSON, encoded and parsed besides: several times the work.
 */
export class BodyFile {
  /** For the environment's process, which inherits it. */
  readonly descriptor: number;

  /** @param directory where the file is, without a name */
  constructor(directory: string) {
    const path = join(directory, `${randomUUID()}.body`);
    this.descriptor = openSync(path, 'wx+', 0o600);
    rmSync(path);
  }

  /**
   * Puts a body in the place of the last one.
   *
   * @throws {Error} if the disk is full
   */
  write(chunks: readonly Buffer[]): void {
    let position = 0;
    let left = [...chunks];
    while (left.length > 0) {
      const written = writevSync(this.descriptor, left, position);
      position += written;
      left = withoutFirst(left, written);
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** What is left of chunks when that many bytes are written: the kernel may take a part. */
function withoutFirst(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let written = bytes;
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(written, chunk.length));
    written -= chunk.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}
