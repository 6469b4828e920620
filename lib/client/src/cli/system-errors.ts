const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'part of the path is not a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
};

/** The code of a system error, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The reason of a system error in words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? '';
  return Object.hasOwn(reasons, code) ? `${reasons[code] ?? code}.` : (error as Error).message;
}

/** Returns undefined if the path does not exist. Throws all other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
