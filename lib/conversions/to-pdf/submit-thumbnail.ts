import type { InputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { timed } from '../../base/observability/span.ts';
import { respondWhenEnded, type WaitingCall, type WaitingStores } from '../jobs/respond-when-ended.ts';
import { acceptConversion, type ConversionJob, type JobSubmission } from '../jobs/submit-conversion.ts';
import { kindsOf } from './file-kind.ts';
import { type MissingEngines, requireEngines } from './require-engines.ts';

/** Dependencies of `submitThumbnail`. */
export interface ThumbnailSubmission
  extends Omit<JobSubmission, 'files'>, Pick<WaitingStores, 'files' | 'held'>, MissingEngines {
  inputs: Pick<InputStore, 'lookInto' | 'store'>;
}

/**
 * Submits the thumbnail of a file that is not a PDF as a job.
 *
 * @returns undefined for a PDF, which needs no job
 * @throws AppError the errors of `kindsOf`, `requireEngines` and `acceptConversion`
 */
export async function submitThumbnail(
  call: WaitingCall & { files: { file: InputFile }; admitted: () => Promise<void> },
  conversion: () => ConversionJob,
  stores: ThumbnailSubmission,
): Promise<ServiceResponse | undefined> {
  const kinds = await timed('inspect', () => kindsOf([call.files.file], stores.inputs));
  if (kinds.includes('pdf')) return undefined;
  requireEngines(kinds, stores);
  await call.admitted();
  const accepted = await acceptConversion({ call, conversion: conversion() }, stores);
  return respondWhenEnded(accepted, call, stores);
}
