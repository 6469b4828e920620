import type { FinishingOptions } from '../../api/options/finishing.ts';
import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { shownName } from '../../base/shortened.ts';
import { type GivenFile, isInputFile } from '../../files/input-file.ts';

/**
 * Checks that each attachment has a file name, and that the metadata are about files that are attached. Files at URLs
 * are checked when they have been downloaded.
 *
 * @throws AppError `invalid-field` naming each
 */
export function checkAttachments(
  attachments: readonly GivenFile[],
  { attachmentsMetadata = {} }: Pick<FinishingOptions, 'attachmentsMetadata'>,
): void {
  const present = attachments.filter(isInputFile);
  const faults: FieldFault[] = present
    .filter(({ fileName }) => fileName === '')
    .map(({ field }) => ({ code: 'invalid-field', field, message: 'must have a file name' }));
  const names = new Set(present.map(({ fileName }) => fileName));
  const unknown = Object.keys(attachmentsMetadata).filter((name) => !names.has(name));
  if (present.length === attachments.length) {
    faults.push(
      ...unknown.map((name): FieldFault => ({
        code: 'invalid-field',
        field: `attachmentsMetadata.${shownName(name)}`,
        message: 'must be the file name of an attachment',
      })),
    );
  }
  if (faults.length > 0) throw combineFaults(faults);
}
