import { clientValues } from '../../api/fields/client-values.ts';
import { contract } from '../../api/contracts/to-pdf.ts';
import type { JobResponse } from '../../api/responses/job-response.ts';
import { AppError, combineFaults } from '../../base/app-error.ts';
import { timed } from '../../base/observability/span.ts';
import type { WaitingCall } from '../../conversions/jobs/respond-when-ended.ts';
import { submitToPdf, type ToPdfSubmission } from '../../conversions/to-pdf/submit-to-pdf.ts';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { InputFile } from '../../files/input-file.ts';
import { faultsOf } from '../../http/field-fault.ts';
import type { ServiceResponse } from '../../http/response.ts';
import type { ResultWebhook } from '../../jobs/notification.ts';
import type { Principal } from '../../auth/authorizer.ts';
import { internalOptions, type NativeOrder } from '../fields/native-order.ts';
import type { FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';

/** The call of an operation that is a job. */
export interface OfficeCall {
  principal: Principal;
  baseUrl: string;
  deadline: number;
  inlineBytes: number;
  receive?: WaitingCall['receive'];
}

/** A result of a job and its content. */
export type StoredResult = StoredFile & { content: Buffer };

export type OfficeStores = Omit<ToPdfSubmission, 'files'> & { files: FileStore };

/** The files of a field, named as their places in the field. */
const inField = (name: string, files: readonly InputFile[]): InputFile[] =>
  files.map((file, index) => ({ ...file, field: `${name}[${index}]` }));

/** The longest wait that a client can ask for. The service grants what remains until the deadline. */
const longestWait = '600';

/** What goes to a webhook in place of a response. */
export interface WebhookCall {
  url: string;
  result: ResultWebhook;
}

/**
 * Submits the conversion of office documents as a job. Without a webhook, waits for its result.
 *
 * @throws AppError as `submitToPdf`
 */
export function submitOfficeJob(
  documents: readonly FormFile[],
  order: NativeOrder,
  call: OfficeCall,
  stores: OfficeStores,
  webhook?: WebhookCall,
): Promise<ServiceResponse> {
  const parsed = contract.body.fields.safeParse(order.fields, clientValues);
  if (!parsed.success) throw combineFaults(parsed.error.issues.flatMap(faultsOf));
  const optionFiles = Object.fromEntries(
    Object.entries(order.files).map(([name, list]) => [name, inField(name, list)]),
  );
  const request = {
    ...call,
    accept: 'application/json',
    preferences: new Map(webhook ? [] : [['wait', longestWait]]),
    fields: { ...parsed.data, ...internalOptions(order), ...(webhook ? { webhookUrl: webhook.url } : {}) },
    resultWebhook: webhook?.result,
    files: { ...optionFiles, files: inField('files', documents), fonts: [] },
  };
  return submitToPdf(request, stores);
}

/**
 * Converts office documents by a job, for which it waits.
 *
 * @returns the results in the order of the documents, or the merged one
 * @throws AppError the error of the job, or `unavailable` when it has not ended by the deadline, and the errors of
 *   `submitToPdf`
 */
export async function convertOffice(
  documents: readonly FormFile[],
  order: NativeOrder,
  call: OfficeCall,
  stores: OfficeStores,
): Promise<StoredResult[]> {
  let results: StoredResult[] | undefined;
  const receive = async (files: readonly StoredFile[]): Promise<ServiceResponse> => {
    results = await timed('read', () =>
      Promise.all(files.map(async (file) => ({ ...file, content: await stores.files.read(file) }))),
    );
    return { status: 200 };
  };
  const response = await submitOfficeJob(documents, order, { ...call, receive }, stores);
  if (results) return results;
  const job = (response.body as { json: JobResponse }).json;
  if (job.error) throw new AppError(job.error.code, job.error.detail);
  throw new FormError(
    'The request exceeded the time limit, and the conversion goes on as a job. Use a webhook, or POST /api/convert/to-pdf.',
    { status: 503, code: 'unavailable' },
  );
}
