import type { DeliverTo } from '../../api/fields/deliver-to.ts';
import { AppError } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { type GivenFile, type InputFile, isInputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { timed } from '../../base/observability/span.ts';
import type { OfficeKind } from '../../api/options/office.ts';
import { requireTarget } from '../deliveries/require-target.ts';
import { respondWhenEnded, type WaitingCall, type WaitingStores } from '../jobs/respond-when-ended.ts';
import { acceptConversion, type ConversionJob, type JobSubmission } from '../jobs/submit-conversion.ts';
import { detectOfficeFile } from '../../engines/office/detect.ts';

/** Dependencies of `submitOffice`. */
export interface OfficeSubmission
  extends Omit<JobSubmission, 'files'>, Pick<WaitingStores, 'files' | 'held'> {
  inputs: Pick<InputStore, 'lookInto' | 'store'>;
  /** Why this installation cannot convert office documents; undefined if it can. */
  unavailable: string | undefined;
}

interface OfficeRequest extends WaitingCall {
  files: { file: GivenFile };
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
 * @throws AppError `invalid-file-type` when the file is not a document of that kind, `url-not-allowed` when the webhook
 *   or the URL of the delivery may not be called, `unavailable` when the installation has no LibreOffice
 */
export async function submitOffice(
  kind: OfficeKind,
  request: OfficeRequest,
  stores: OfficeSubmission,
): Promise<ServiceResponse> {
  if (stores.unavailable) throw new AppError('unavailable', stores.unavailable, { retryAfterSeconds: 3600 });
  const { file } = request.files;
  const { password, fileName, webhookUrl: _, deliverTo, ...options } = request.fields;
  requireTarget({ deliverTo, results: 1 }, stores.allowedHosts);
  // A document at a URL is checked when it is downloaded.
  if (isInputFile(file)) await timed('inspect', () => checkKind(kind, file, stores.inputs));
  const conversion: ConversionJob = {
    type: `${kind}-to-pdf`,
    inputs: [file],
    fileName,
    options,
    ...(password === undefined ? {} : { passwords: [password] }),
  };
  const job = await acceptConversion({ call: request, conversion }, stores);
  return respondWhenEnded(job, request, stores);
}

const checkKind = (kind: OfficeKind, file: InputFile, inputs: Pick<InputStore, 'lookInto'>): Promise<void> =>
  inputs.lookInto(file, async (access) => {
    const found = await detectOfficeFile(access);
    // The job finds out what an encrypted or unreadable file contains.
    if (found.kind === 'encrypted' || found.kind === 'unreadable' || found.kind === kind) return;
    throw new InputFault(
      'invalid-file-type',
      `is ${found.kind.toUpperCase()}, not ${kind.toUpperCase()}: send it to /api/convert/${found.kind}-to-pdf`,
    );
  });
