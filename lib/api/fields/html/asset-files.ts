import { limits } from '../../../base/limits.ts';
import type { FileField } from '../../contract.ts';

/** The files that an uploaded page can refer to. */
export const assetFiles = {
  assets: {
    description:
      'Images, style sheets, fonts and scripts, which the page refers to by file name; folders are ignored. Each is a file part, an upload id, a file id or an https URL.',
    contentTypes: ['*/*'],
    many: { min: 0, max: limits.parts },
  },
} as const satisfies Readonly<Record<string, FileField>>;
