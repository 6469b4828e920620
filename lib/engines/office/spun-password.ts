import { hash } from 'node:crypto';

/**
 * Hashes a password over and over ([MS-OFFCRYPTO] 2.3.4.7 and 2.3.4.11, up to the block key). Takes as long as the
 * number of rounds says: off the main thread.
 *
 * @param algorithm as node:crypto calls it: `sha512`
 */
export function spinPassword(algorithm: string, salt: Buffer, password: string, rounds: number): Buffer {
  let spun = digest(algorithm, salt, Buffer.from(password, 'utf16le'));
  const round = Buffer.alloc(4 + spun.length);
  for (let count = 0; count < rounds; count += 1) {
    round.writeUInt32LE(count, 0);
    spun.copy(round, 4);
    spun = hash(algorithm, round, 'buffer');
  }
  return spun;
}

/** The hash of the parts in a row. */
export const digest = (algorithm: string, ...parts: Buffer[]): Buffer =>
  hash(algorithm, Buffer.concat(parts), 'buffer');
