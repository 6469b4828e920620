import { AppError } from '../../base/app-error.ts';
import { type GivenFile, isInputFile } from '../../files/input-file.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { timed } from '../../base/observability/span.ts';
import type { SubmissionQueue } from '../../jobs/job-queue.ts';
import { requireTarget } from '../deliveries/require-target.ts';
import { checkFinishingFiles } from '../finishing/check-files.ts';
import {
  allFinishingFiles,
  finishingFilesAmong,
  type OptionalFinishingFiles,
} from '../finishing/finishing-files.ts';
import { checkFonts } from '../fonts/check-fonts.ts';
import { respondWhenEnded, type WaitingCall } from '../jobs/respond-when-ended.ts';
import { acceptConversion, type ConversionJob } from '../jobs/submit-conversion.ts';
import { type OfficeSubmission, submitOffice } from '../office/submit-office.ts';
import { kindsOf } from './file-kind.ts';
import { type MissingEngines, requireEngines } from './require-engines.ts';
import { toPdfOptionsOf, type ToPdfRequestFields } from './options.ts';

/** Dependencies of `submitToPdf`. The queue is that of office documents. */
export interface ToPdfSubmission extends OfficeSubmission, MissingEngines {
  /** The queue of jobs that have parts. */
  jobsWithParts: SubmissionQueue;
}

interface ToPdfRequest extends WaitingCall {
  files: OptionalFinishingFiles<GivenFile> & { files: readonly GivenFile[]; fonts: readonly GivenFile[] };
  fields: ToPdfRequestFields;
}

/**
 * Submits the conversion of files of all kinds as a job. One office document goes directly to LibreOffice; otherwise, the
 * job has parts.
 *
 * @throws AppError `invalid-field` when an option does not suit the files, `invalid-file-type` naming each file that cannot be
 *   converted, `unavailable` when the installation lacks the engine of a file, and the errors of `acceptConversion`
 */
export async function submitToPdf(request: ToPdfRequest, stores: ToPdfSubmission): Promise<ServiceResponse> {
  const {
    files: { files, fonts, ...others },
    fields,
  } = request;
  checkFields(fields, files.length);
  if (!fields.merge && others.facturX?.length)
    throw AppError.inField('invalid-field', 'facturX', 'requires merge');
  const kinds = await timed('inspect', () => kindsOf(files.filter(isInputFile), stores.inputs));
  requireEngines(kinds, stores);
  const options = toPdfOptionsOf(fields);
  if (files.length === 1 && kinds[0] === 'office' && fields.merge) {
    const { fileName, webhookUrl, deliverTo, password = fields.passwords?.[0] ?? undefined } = fields;
    const {
      office,
      rendering: _,
      pictures: _pictures,
      merge: _merge,
      outline: _outline,
      ...finishing
    } = options;
    const own = { ...finishing, ...office, fileName, webhookUrl, deliverTo, password };
    return submitOffice({ type: 'to-pdf' }, { ...request, fields: own }, stores);
  }
  const finishing = finishingFilesAmong<GivenFile>(others);
  checkFinishingFiles(finishing, fields);
  requireTarget(
    { deliverTo: fields.deliverTo, results: fields.merge ? 1 : files.length },
    stores.allowedHosts,
  );
  await checkFonts(fonts, stores.inputs);
  const passwords = fields.passwords ?? (fields.password === undefined ? undefined : [fields.password]);
  const conversion: ConversionJob = {
    type: 'to-pdf',
    inputs: [...files, ...fonts, ...allFinishingFiles(finishing)],
    fileName: fields.fileName,
    options,
    slots: files.length,
    ...(passwords ? { passwords } : {}),
  };
  const target = { ...stores, queue: stores.jobsWithParts, queueName: 'pdf' as const };
  return respondWhenEnded(await acceptConversion({ call: request, conversion }, target), request, stores);
}

/** @throws AppError `invalid-field` when passwords do not suit the files, or an option needs one result */
function checkFields({ password, passwords, merge, bookmarks }: ToPdfRequestFields, count: number): void {
  if (passwords && passwords.length !== count) {
    throw AppError.inField('invalid-field', 'passwords', `must have one entry for each file: ${count}`);
  }
  if (password !== undefined && passwords) {
    throw AppError.inField('invalid-field', 'password', 'must not be combined with passwords');
  }
  if (password !== undefined && count > 1) {
    throw AppError.inField('invalid-field', 'password', 'is for a single file: use passwords');
  }
  if (!merge && bookmarks) {
    throw AppError.inField('invalid-field', 'bookmarks', 'requires merge');
  }
}
