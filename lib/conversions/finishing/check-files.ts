import type { FinishingOptions } from '../../api/options/finishing.ts';
import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { shownName } from '../../base/shortened.ts';
import { type GivenFile, isInField, isInputFile } from '../../files/input-file.ts';
import { type ConformanceOptions, conformanceFaults } from './conformance-faults.ts';
import { allFinishingFiles, type FinishingFiles } from './finishing-files.ts';

/**
 * Checks that the files of finishing options and the options name each other: each file has a file name,
 * `attachmentsMetadata` is about files that are attached, stamps and watermarks draw exactly the files of `overlays`,
 * and these have different names; and that options do not exclude each other. Files at URLs have their names when they
 * have been downloaded, and are checked then.
 *
 * @throws AppError `invalid-field` naming each
 */
export function checkFinishingFiles(
  files: FinishingFiles<GivenFile>,
  options: FinishingOptions & ConformanceOptions,
): void {
  const nameless = allFinishingFiles(files)
    .filter(isInputFile)
    .filter((file) => file.fileName === '' && !isInvoice(file))
    .map(({ field }) => faultOf(field, 'must have a file name'));
  const faults = [
    ...nameless,
    ...attachmentFaults(files.attachments, options),
    ...overlayFaults(files.overlays, options),
    ...conformanceFaults(options),
    ...invoiceFaults(files.facturX, options),
  ];
  if (faults.length > 0) throw combineFaults(faults);
}

/** The PDF gives an invoice its name. */
const isInvoice = isInField('facturX');

function invoiceFaults(
  invoices: readonly GivenFile[],
  { facturXProfile, facturXDocumentType, pdfa, protect }: FinishingOptions,
): FieldFault[] {
  if (invoices.length > 0) {
    const isOther = pdfa !== undefined && !pdfa.startsWith('3');
    return [
      ...(isOther ? [faultOf('pdfa', 'must be 3b, 3u or 3a, because facturX is present')] : []),
      ...(protect ? [faultOf('protect', 'must not be combined with facturX')] : []),
    ];
  }
  return Object.entries({ facturXProfile, facturXDocumentType })
    .filter(([, value]) => value !== undefined)
    .map(([field]) => faultOf(field, 'requires facturX'));
}

const faultOf = (field: string, message: string): FieldFault => ({ code: 'invalid-field', field, message });

/** The names of the files; undefined while some are not downloaded. */
function namesOf(files: readonly GivenFile[]): ReadonlySet<string> | undefined {
  const present = files.filter(isInputFile);
  return present.length === files.length ? new Set(present.map(({ fileName }) => fileName)) : undefined;
}

function attachmentFaults(
  attachments: readonly GivenFile[],
  { attachmentsMetadata = {} }: FinishingOptions,
): FieldFault[] {
  const names = namesOf(attachments);
  if (!names) return [];
  return Object.keys(attachmentsMetadata)
    .filter((name) => !names.has(name))
    .map((name) =>
      faultOf(`attachmentsMetadata.${shownName(name)}`, 'must be the file name of an attachment'),
    );
}

function overlayFaults(overlays: readonly GivenFile[], options: FinishingOptions): FieldFault[] {
  const names = namesOf(overlays);
  if (!names) return [];
  const drawn = new Set<string>();
  const unknown = (['watermark', 'stamp'] as const).flatMap((field) =>
    (options[field] ?? []).flatMap(({ file }, index) => {
      if (file === undefined) return [];
      drawn.add(file);
      if (names.has(file)) return [];
      return [faultOf(`${field}[${index}].file`, 'must be the file name of a part of overlays')];
    }),
  );
  const named = overlays.filter(isInputFile).filter(({ fileName }) => fileName !== '');
  const unused = named
    .filter(({ fileName }) => !drawn.has(fileName))
    .map(({ field }) => faultOf(field, 'must be the file of a stamp or a watermark'));
  const repeated = named
    .filter(({ fileName }, index) => named.findIndex((other) => other.fileName === fileName) < index)
    .map(({ field }) => faultOf(field, 'must not have the same file name as another part of overlays'));
  return [...unknown, ...unused, ...repeated];
}
