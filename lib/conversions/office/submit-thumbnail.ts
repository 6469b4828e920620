import { AppError } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { timed } from '../../base/observability/span.ts';
import type { RandomAccess } from '../../base/random-access.ts';
import { acceptedFormat } from '../../engines/office/accepted-format.ts';
import { detectOfficeFile } from '../../engines/office/detect.ts';
import { isPdf, pdfHeaderBytes } from '../../engines/pdf/is-pdf.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { respondWhenEnded, type WaitingCall, type WaitingStores } from '../jobs/respond-when-ended.ts';
import { acceptConversion, type ConversionJob } from '../jobs/submit-conversion.ts';
import type { OfficeSubmission } from './submit-office.ts';

/**
 * Submits the thumbnail of an office document as a job.
 *
 * @returns undefined for a PDF, which needs no job
 * @throws AppError `invalid-file-type` for a file that is neither, `unavailable` when the installation has no LibreOffice, and
 *   the errors of `acceptConversion`
 */
export async function submitThumbnail(
  call: WaitingCall & { files: { file: InputFile } },
  conversion: () => ConversionJob,
  stores: OfficeSubmission & WaitingStores,
): Promise<ServiceResponse | undefined> {
  const { file } = call.files;
  const isOffice = await timed('inspect', () =>
    stores.inputs.lookInto(file, (access) => isOfficeDocument(access, file.fileName)),
  );
  if (!isOffice) return undefined;
  if (stores.unavailable) throw new AppError('unavailable', stores.unavailable, { retryAfterSeconds: 3600 });
  const job = await acceptConversion({ call, conversion: conversion() }, stores);
  return respondWhenEnded(job, call, stores);
}

async function isOfficeDocument(access: RandomAccess, fileName: string): Promise<boolean> {
  if (isPdf(await access.read(0, Math.min(access.size, pdfHeaderBytes)))) return false;
  try {
    acceptedFormat(await detectOfficeFile(access, fileName), undefined);
  } catch (error) {
    throw error instanceof InputFault && error.code === 'invalid-file-type'
      ? new InputFault(
          error.code,
          error.predicate.replace('an office document', 'a PDF or an office document'),
        )
      : error;
  }
  return true;
}
