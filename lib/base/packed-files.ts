import { open, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

/** How a layer packs a file: as consecutive zstd frames, which any zstd unpacks as one file. All sizes in bytes. */
export interface PackedFrames {
  /** Size of the unpacked file. */
  size: number;
  /** Size of each unpacked frame except the last. */
  frameSize: number;
  /** Size of each packed frame. */
  frames: number[];
}

export function arePackedFrames(value: unknown): value is PackedFrames {
  if (typeof value !== 'object' || value === null) return false;
  const { size, frameSize, frames } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(size) &&
    Number.isSafeInteger(frameSize) &&
    Array.isArray(frames) &&
    frames.every((length) => Number.isSafeInteger(length)) &&
    frames.length === Math.ceil(Number(size) / Number(frameSize))
  );
}

/** A file to unpack. */
export interface PackedFile {
  packed: string;
  frames: PackedFrames;
  /** A new file. */
  target: string;
  mode: number;
}

interface Frame {
  source: FileHandle;
  target: FileHandle;
  /** Of the packed frame, in bytes. */
  offset: number;
  length: number;
  /** Of the unpacked frame, in bytes. */
  position: number;
  size: number;
  /** The upper bound of `size`. */
  frameSize: number;
}

const decompress = promisify(zstdDecompress);

/** Node's thread pool has four threads. One more than there are processors, since each also reads and writes. */
const threads = Math.min(availableParallelism() + 1, 4);

/**
 * Unpacks files, several frames at a time. zstd's checksums and the sizes detect damaged files.
 *
 * @throws Error when a file is damaged, or cannot be read or written
 */
export async function unpackFiles(files: readonly PackedFile[]): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const frames: Frame[] = [];
  for (const { packed, frames: description, target, mode } of files) {
    const source = opened.use(await open(packed));
    frames.push(...framesOf(description, source, opened.use(await open(target, 'wx', mode))));
  }
  const longest = Math.max(0, ...frames.map(({ length }) => length));
  const work = frames.values();
  await Promise.all(
    // One shared iterator: each worker takes the next frame.
    Array.from({ length: threads }, async () => {
      // Used for all frames: V8 collects the whole heap when new buffers have added up to some megabytes.
      const buffer = Buffer.allocUnsafeSlow(longest);
      for (const frame of work) await unpackFrame(frame, buffer.subarray(0, frame.length));
    }),
  );
}

function framesOf(
  { size, frameSize, frames }: PackedFrames,
  source: FileHandle,
  target: FileHandle,
): Frame[] {
  let next = 0;
  return frames.map((length, index) => {
    const offset = next;
    next += length;
    const position = index * frameSize;
    return {
      source,
      target,
      offset,
      length,
      position,
      size: Math.min(frameSize, size - position),
      frameSize,
    };
  });
}

/** @param packed memory for the packed frame */
async function unpackFrame(
  { source, target, offset, length, position, size, frameSize }: Frame,
  packed: Buffer,
): Promise<void> {
  const { bytesRead } = await source.read(packed, 0, length, offset);
  if (bytesRead !== length) throw new Error(`the file ends at ${offset + bytesRead}`);
  const bytes = await decompress(packed, {
    // In one call: the default would use the thread pool for each 16 KiB.
    chunkSize: frameSize,
    maxOutputLength: frameSize,
  });
  if (bytes.length !== size) {
    throw new Error(`the frame at ${offset} has ${bytes.length} bytes instead of ${size}`);
  }
  const { bytesWritten } = await target.write(bytes, 0, size, position);
  if (bytesWritten !== size) throw new Error(`only ${bytesWritten} of ${size} bytes could be written`);
}
