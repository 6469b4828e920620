import { limits } from '../../base/limits.ts';
import type { FileField } from '../contract.ts';

const mebibytes = limits.fontBytes / 1024 ** 2;

/** The fonts that a conversion can use besides those of the installation. */
export const fontFiles = {
  fonts: {
    description:
      'TrueType, OpenType or WOFF2 fonts that are available to this conversion only. Documents refer to them by family name. Each is a file part, an ' +
      `upload id, a file id or an https URL. At most ${limits.fontFiles} fonts and ${mebibytes} MiB together, unpacked. Fonts whose ` +
      'license forbids embedding are rejected.',
    contentTypes: ['font/ttf', 'font/otf', 'font/woff2'],
    many: { min: 0, max: limits.fontFiles },
  },
} as const satisfies Readonly<Record<string, FileField>>;
