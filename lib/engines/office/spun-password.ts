import { hash } from 'node:crypto';

/**
 * Hashes a password repeatedly ([MS-OFFCRYPTO] 2.3.4.7 and 2.3.4.11, up to the block key). CPU time grows with the
 * number of rounds: call it off the main thread.
 *
 * @param algorithm in node:crypto's spelling: `sha512`
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

/** The hash of the concatenated parts. */
export const digest = (algorithm: string, ...parts: Buffer[]): Buffer =>
  hash(algorithm, Buffer.concat(parts), 'buffer');
