import { unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A file of a package: what matters of it on Lambda. */
interface PackedFile {
  size: number;
  sha256: string;
  isExecutable: boolean;
}

/** The files of a zip by path. */
export function filesOfZip(zip: Uint8Array): Map<string, PackedFile> {
  const executables = executablesOf(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
  return new Map(
    Object.entries(unzipSync(zip))
      .filter(([path]) => !path.endsWith('/'))
      .map(([path, bytes]) => [path, packedFile(bytes, executables.has(path))]),
  );
}

/** The files of a folder by path; links count as what they lead to, which is what a zip of CDK's holds. */
export function filesOfFolder(folder: string): Map<string, PackedFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).isFile());
  return new Map(
    files.map((file) => [
      relative(folder, file),
      packedFile(readFileSync(file), (statSync(file).mode & 0o100) !== 0),
    ]),
  );
}

export const totalSize = (files: ReadonlyMap<string, PackedFile>): number =>
  [...files.values()].reduce((sum, { size }) => sum + size, 0);

const packedFile = (bytes: Uint8Array, isExecutable: boolean): PackedFile => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  isExecutable,
});

/** Paths that the central directory gives an executable mode (APPNOTE.TXT 4.3.12: external file attributes). */
function executablesOf(zip: Buffer): Set<string> {
  const paths = new Set<string>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const mode = zip.readUInt16LE(at + 40);
    if ((mode & 0o100) !== 0) paths.add(zip.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return paths;
}
