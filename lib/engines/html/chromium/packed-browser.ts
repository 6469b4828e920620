import { mkdir, open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

/** The layer's `manifest.json`; all sizes in bytes. */
interface BrowserManifest {
  /** Size of the unpacked browser. */
  size: number;
  /** Checksum of the unpacked browser, hexadecimal. */
  sha256: string;
  /** Size of each unpacked frame except the last. */
  frameSize: number;
  /** Size of each packed frame. */
  frames: number[];
}

const decompress = promisify(zstdDecompress);

/** Node's thread pool has four threads. One more than there are processors, since each also reads and writes. */
const threads = Math.min(availableParallelism() + 1, 4);

/**
 * Unpacks the layer's browser unless it is unpacked already.
 *
 * The file appears in `directory` only when it is complete, under a name derived from its content. An interrupted call
 * leaves a file in `folder` only.
 *
 * @param root the layer's `chromium` folder
 * @param directory target folder
 * @param folder a folder exclusive to the caller, on the same file system
 * @returns path of the browser's program
 */
export async function unpackBrowser(root: string, directory: string, folder: string): Promise<string> {
  const manifest = await readManifest(join(root, 'manifest.json'));
  // A separate folder: Chromium looks for further files beside it, and creates folders there.
  const home = join(directory, `chromium-${manifest.sha256.slice(0, 16)}`);
  const program = join(home, 'chromium');
  const present = await stat(program).catch(() => undefined);
  if (present?.size === manifest.size) return program;
  const unpacked = join(folder, 'chromium');
  try {
    await unpackFrames(join(root, 'chromium.zst'), manifest, unpacked);
  } catch (cause) {
    throw new Error(`Chromium cannot be unpacked from ${root}`, { cause });
  }
  await mkdir(home, { recursive: true });
  await rename(unpacked, program);
  return program;
}

/** zstd's checksums and the sizes detect a damaged file; the layer's build has checked its content. */
async function unpackFrames(packed: string, manifest: BrowserManifest, target: string): Promise<void> {
  const { size, frameSize, frames } = manifest;
  await using source = await open(packed);
  await using program = await open(target, 'wx', 0o755);
  const work = frameOffsets(frames).entries();
  await Promise.all(
    // One shared iterator: each worker takes the next frame.
    Array.from({ length: threads }, async () => {
      for (const [index, offset] of work) {
        const bytes = await decompress(await readExactly(source, offset, frames[index] ?? 0), {
          // In one call: the default would use the thread pool for each 16 KiB.
          chunkSize: frameSize,
          maxOutputLength: frameSize,
        });
        const expected = Math.min(frameSize, size - index * frameSize);
        if (bytes.length !== expected) {
          throw new Error(`frame ${index} has ${bytes.length} bytes instead of ${expected}`);
        }
        await program.write(bytes, 0, bytes.length, index * frameSize);
      }
    }),
  );
}

function frameOffsets(frames: readonly number[]): number[] {
  let next = 0;
  return frames.map((length) => {
    const offset = next;
    next += length;
    return offset;
  });
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(length), position });
  if (bytesRead !== length) throw new Error(`the file ends at ${position + bytesRead}`);
  return buffer;
}

async function readManifest(file: string): Promise<BrowserManifest> {
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!isManifest(manifest)) throw new Error(`${file} does not describe a packed browser`);
  return manifest;
}

function isManifest(value: unknown): value is BrowserManifest {
  if (typeof value !== 'object' || value === null) return false;
  const { size, sha256, frameSize, frames } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(size) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isSafeInteger(frameSize) &&
    Array.isArray(frames) &&
    frames.every((length) => Number.isSafeInteger(length)) &&
    frames.length === Math.ceil(Number(size) / Number(frameSize))
  );
}
