import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { arePackedFrames, type PackedFrames, unpackFiles } from '../../../base/packed-files.ts';

/** The layer's `manifest.json`. */
interface BrowserManifest extends PackedFrames {
  /** Checksum of the unpacked browser, hexadecimal. */
  sha256: string;
}

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
    const packed = join(root, 'chromium.zst');
    await unpackFiles([{ packed, frames: manifest, target: unpacked, mode: 0o755 }]);
  } catch (cause) {
    throw new Error(`Chromium cannot be unpacked from ${root}`, { cause });
  }
  await mkdir(home, { recursive: true });
  await rename(unpacked, program);
  return program;
}

async function readManifest(file: string): Promise<BrowserManifest> {
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!isManifest(manifest)) throw new Error(`${file} does not describe a packed browser`);
  return manifest;
}

function isManifest(value: unknown): value is BrowserManifest {
  if (!arePackedFrames(value)) return false;
  const { sha256 } = value as { sha256?: unknown };
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}
