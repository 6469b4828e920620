import type { DeliverTo } from '../../api/fields/deliver-to.ts';
import { requireInstalled } from '../../base/require-installed.ts';
import { type GivenFile, isInputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { timed } from '../../base/observability/span.ts';
import type { JobType } from '../../api/job-states.ts';
import { type OfficeKind, officeOptions } from '../../api/options/office.ts';
import { checkFinishingFiles } from '../finishing/check-files.ts';
import {
  allFinishingFiles,
  finishingFilesAmong,
  type OptionalFinishingFiles,
} from '../finishing/finishing-files.ts';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import { checkFonts } from '../fonts/check-fonts.ts';
import { requireTarget } from '../deliveries/require-target.ts';
import { respondWhenEnded, type WaitingCall, type WaitingStores } from '../jobs/respond-when-ended.ts';
import { acceptConversion, type ConversionJob, type JobSubmission } from '../jobs/submit-conversion.ts';
import { waitsForJob } from '../../jobs/wait-for-job.ts';
import { acceptedFormat } from '../../engines/office/accepted-format.ts';
import { detectOfficeFile } from '../../engines/office/detect.ts';
import type { OfficeFormat } from '../../engines/office/formats.ts';

/** Dependencies of `submitOffice`. */
export interface OfficeSubmission
  extends Omit<JobSubmission, 'files'>, Pick<WaitingStores, 'files' | 'held'> {
  inputs: Pick<InputStore, 'lookInto' | 'store'>;
  /** Why this installation cannot convert office documents; undefined if it can. */
  unavailable: string | undefined;
}

/** What an endpoint accepts, and the type of its jobs. */
export interface OfficeOperation {
  type: JobType;
  /** The only kind of document; undefined for all formats. */
  kind?: OfficeKind;
  /** Throws unless documents of the format can be converted as requested. */
  check?: (format: OfficeFormat, options: Readonly<Record<string, unknown>>) => void;
}

/** The options that conformance can exclude. */
const tagOptions = officeOptions.pick({ tagged: true, displayDocumentTitle: true }).partial();

interface OfficeRequest extends WaitingCall {
  /** One document in `file` or `files`, fonts, and the files of finishing options. */
  files: OptionalFinishingFiles<GivenFile> & {
    file?: GivenFile;
    files?: readonly GivenFile[];
    fonts?: readonly GivenFile[];
  };
  fields: {
    fileName: string;
    password?: string | undefined;
    webhookUrl?: string | undefined;
    deliverTo?: DeliverTo | undefined;
  } & Record<string, unknown>;
}

/**
 * Submits the conversion of an office document as a job, after checking the type of the file. With `Prefer: wait=N`, waits
 * for the result.
 *
 * @throws AppError `invalid-file-type` when the endpoint does not accept the file or a font, `file-too-large` when the fonts
 *   are too large, `url-not-allowed` when the webhook or the URL of the delivery may not be called, `unavailable` when the
 *   installation has no LibreOffice, and the errors of the operation's check
 */
export async function submitOffice(
  { type, kind, check }: OfficeOperation,
  request: OfficeRequest,
  stores: OfficeSubmission,
): Promise<ServiceResponse> {
  requireInstalled(stores.unavailable);
  const { files, file = files?.[0], fonts = [], ...others } = request.files;
  if (!file) throw new TypeError('the request has no document');
  const { password, fileName, webhookUrl: _, deliverTo, ...options } = request.fields;
  const finishing = finishingFilesAmong(others);
  checkFinishingFiles(finishing, { ...finishingAmong(options), ...tagOptions.parse(options) });
  requireTarget({ deliverTo, results: 1 }, stores.allowedHosts);
  // A document at a URL is checked when it is downloaded. The job finds out what an encrypted or unreadable file contains.
  if (isInputFile(file)) {
    const format = await timed('inspect', () =>
      stores.inputs.lookInto(file, async (access) =>
        acceptedFormat(await detectOfficeFile(access, file.fileName), kind),
      ),
    );
    if (format) check?.(format, options);
  }
  await checkFonts(fonts, stores.inputs);
  const conversion: ConversionJob = {
    type,
    inputs: [file, ...fonts, ...allFinishingFiles(finishing)],
    fileName,
    options,
    carries: waitsForJob(request.preferences),
    ...(password === undefined ? {} : { passwords: [password] }),
  };
  const accepted = await acceptConversion({ call: request, conversion }, stores);
  return respondWhenEnded(accepted, request, stores);
}
