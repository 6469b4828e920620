const blockSize = 512;

/**
 * The regular files of a tar archive by path (POSIX.1-1988 `ustar`, the only format in the package).
 *
 * @throws Error when the archive has an entry other than files and folders, or a path that leads outside
 */
export function readTar(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let offset = 0; offset + blockSize <= archive.length;) {
    const header = archive.subarray(offset, offset + blockSize);
    offset += blockSize;
    if (header.every((byte) => byte === 0)) continue;
    const field = (start: number, length: number): string =>
      header.toString('latin1', start, start + length).replace(/\0.*$/s, '');
    const path = [field(345, 155), field(0, 100)].filter((part) => part !== '').join('/');
    const size = Number.parseInt(field(124, 12), 8);
    const type = field(156, 1);
    if (!isInside(path) || !Number.isSafeInteger(size) || !['', '0', '5'].includes(type)) {
      throw new Error(`The archive's entry "${path}" of type "${type}" is not a file or folder in it.`);
    }
    if (type !== '5') files.set(path, archive.subarray(offset, offset + size));
    offset += Math.ceil(size / blockSize) * blockSize;
  }
  return files;
}

const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');
