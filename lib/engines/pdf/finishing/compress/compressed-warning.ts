import type { SavedBytes } from '../../../../api/responses/saved-bytes.ts';

/** Reports what compression saved. */
export interface CompressedWarning {
  code: 'compressed';
  message: string;
  saved: SavedBytes;
}

const names: Readonly<Record<keyof SavedBytes, string>> = {
  images: 'images',
  fonts: 'fonts',
  content: 'content',
  duplicates: 'duplicates',
  unused: 'unused objects',
  structure: 'structure',
};

/** @param sizes of the file without compression and with it, in bytes */
export function compressedWarning(
  saved: SavedBytes,
  sizes: { before: number; after: number },
): CompressedWarning {
  const parts = (Object.keys(names) as (keyof SavedBytes)[])
    .filter((category) => saved[category] > 0)
    .map((category) => `${names[category]} ${saved[category]}`);
  const total = sizes.before - sizes.after;
  const message = `Compression saved ${total} of ${sizes.before} bytes: ${parts.join(', ')}.`;
  return { code: 'compressed', message, saved };
}
