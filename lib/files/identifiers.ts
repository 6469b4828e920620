import { decodeTime, isValid, ulid } from 'ulid';

export type IdPrefix = 'file' | 'upl' | 'job' | 'msg';

/** `<prefix>_<ULID>`: sorts by the time it was made. */
export const newId = (prefix: IdPrefix, own: string = ulid()): string => `${prefix}_${own}`;

/** The form of such ids, as a description gives it: a ULID is 26 digits of Crockford's base 32. */
export const idPattern = (prefix: IdPrefix): string => `^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`;

/** The milliseconds since the epoch when `id` was made, or undefined when it is no id of that kind. */
export function timeOfId(prefix: IdPrefix, id: string): number | undefined {
  const time = id.slice(prefix.length + 1);
  // ULIDs are case-insensitive; ids are not, or one object would have many names.
  const valid = id.startsWith(`${prefix}_`) && /^[0-9A-Z]{26}$/.test(time) && isValid(time);
  return valid ? decodeTime(time) : undefined;
}

/** The id of another kind with the same time and randomness: `file_X` for `job_X`. */
export const siblingId = (prefix: IdPrefix, id: string): string =>
  `${prefix}_${id.slice(id.indexOf('_') + 1)}`;
