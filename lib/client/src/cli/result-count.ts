import type { ConversionName } from '../operation-types.ts';

/**
 * The number of results of a conversion, so that an invalid `-o` is rejected before the conversion. Undefined if the input
 * decides.
 */
export function resultCount(
  name: ConversionName,
  input: Readonly<Record<string, unknown>>,
): number | undefined {
  const { mode = 'ranges', ranges, pages, merge, files } = input;
  switch (name) {
    case 'split-pdf':
      return mode === 'ranges' && typeof ranges === 'string' ? ranges.split(',').length : undefined;
    case 'pdf-images':
      return typeof pages === 'string' && /^\s*-?\d+\s*$/.test(pages) ? 1 : undefined;
    case 'to-pdf':
      return merge === false && Array.isArray(files) ? files.length : 1;
    default:
      return 1;
  }
}
