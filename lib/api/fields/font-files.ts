import { limits } from '../../base/limits.ts';
import type { FileField } from '../contract.ts';

const mebibytes = limits.fontBytes / 1024 ** 2;

/** The fonts that a conversion can use besides those of the installation. */
export const fontFiles = {
  fonts: {
    description:
      'TrueType, OpenType or WOFF2 fonts for this conversion alone, which the document names by their family names. Each is a file part, an ' +
      `upload id, a file id or an https URL. At most ${limits.fontFiles} fonts and ${mebibytes} MiB together, unpacked. A font whose ` +
      'license forbids to embed it is rejected.',
    contentTypes: ['font/ttf', 'font/otf', 'font/woff2'],
    many: { min: 0, max: limits.fontFiles },
  },
} as const satisfies Readonly<Record<string, FileField>>;
