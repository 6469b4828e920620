import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'fcs_';
const secretLength = 43;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Matches the header of a key, without anchors. */
export const bearerKeyPattern = `[Bb]earer ${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}`;

/** The tokens that API Gateway passes to the authorizer, which checks the rest. */
export const bearerPattern = `^${bearerKeyPattern}$`;

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(length, '0');
}

const checksum = (secret: string): string => base62(BigInt(crc32(prefix + secret)), checksumLength);

/**
 * Creates an API key: `fcs_`, 32 random bytes in base62 (43 characters), and a CRC-32 of the preceding characters in
 * base62 (6 characters), which detects a mistyped key without a lookup.
 */
export function createApiKey(random: Buffer = randomBytes(32)): string {
  const secret = base62(BigInt(`0x${random.toString('hex')}`), secretLength);
  return prefix + secret + checksum(secret);
}

/** Returns whether `key` has the format of an API key and a valid checksum. */
export function isApiKey(key: string): boolean {
  if (!key.startsWith(prefix) || key.length !== prefix.length + secretLength + checksumLength) return false;
  const secret = key.slice(prefix.length, prefix.length + secretLength);
  return /^[0-9A-Za-z]+$/.test(secret) && key.endsWith(checksum(secret));
}

/** SHA-256 of a key in hex: the only form in which keys are stored, both in the table and in API Gateway. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');
