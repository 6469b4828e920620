import { decodeTime, encodeTime, isValid } from 'ulid';
import { newUlid } from './ulid.ts';

export type IdPrefix = 'file' | 'upl' | 'job' | 'msg';

/** `<prefix>_<ULID>`: sorts by creation time. */
export const newId = (prefix: IdPrefix, own: string = newUlid()): string => `${prefix}_${own}`;

/** Crockford's base 32, the digits of ULIDs. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns the ULID of one of up to 1024 resources that are created together. A retry gets the same ULID. The first one
 * is `own` itself.
 */
export function numberedUlid(own: string, index: number): string {
  const value = (place: number): number => digits.indexOf(own.at(place) ?? '');
  const last = (value(-2) * 32 + value(-1) + index) % 1024;
  return `${own.slice(0, -2)}${digits[last >> 5]}${digits[last & 31]}`;
}

/** The format of such ids for a description: a ULID has 26 digits of Crockford's base 32. */
export const idPattern = (prefix: IdPrefix): string => `^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`;

/** Returns when `id` was created, in milliseconds since the epoch, or undefined if it is not an id of that kind. */
export function timeOfId(prefix: IdPrefix, id: string): number | undefined {
  const time = id.slice(prefix.length + 1);
  // ULIDs are case-insensitive. Ids are not, or one object would have several ids.
  const valid = id.startsWith(`${prefix}_`) && /^[0-9A-Z]{26}$/.test(time) && isValid(time);
  return valid ? decodeTime(time) : undefined;
}

/**
 * Returns a string that sorts before all ids of that kind created from `time` on, and after all earlier ones; epoch
 * milliseconds.
 */
export const firstIdAt = (prefix: IdPrefix, time: number): string =>
  `${prefix}_${encodeTime(Math.max(0, time))}`;

/** Returns the id of another kind with the same time and randomness: `file_X` for `job_X`. */
export const siblingId = (prefix: IdPrefix, id: string): string =>
  `${prefix}_${id.slice(id.indexOf('_') + 1)}`;
