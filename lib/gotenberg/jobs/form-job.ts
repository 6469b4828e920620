import * as z from 'zod';
import type { PublicJobType } from '../../api/job-states.ts';
import { acceptConversion, type JobSubmission } from '../../conversions/jobs/submit-conversion.ts';
import { countBytes, countDocuments } from '../../base/observability/span.ts';
import { contentOf, type ObjectReader } from '../../files/input-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import { storeResult } from '../../jobs/store-results.ts';
import { Form, type FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { type Output, outputOf } from '../http/output.ts';
import type { GotenbergRequest } from '../http/request.ts';
import type { RequestedWebhook } from '../webhooks/webhook-headers.ts';

/** A form in a job: its route and its text fields. Its files are the inputs of the job. */
const formOptions = z.object({ route: z.string(), values: z.record(z.string(), z.array(z.string())) });

/** Accepts the conversion of a form as a job, whose result goes to a webhook. */
export async function submitForm(
  { type, route, form }: { type: PublicJobType; route: string; form: Form },
  { principal, baseUrl, outputName }: GotenbergRequest,
  webhook: RequestedWebhook,
  stores: JobSubmission,
): Promise<void> {
  const options: z.input<typeof formOptions> = {
    route,
    values: Object.fromEntries([...form.values].map(([name, values]) => [name, [...values]])),
  };
  const conversion = {
    type,
    // The field of an input names the part that it came in.
    inputs: form.files.map((file, index) => ({ ...file, field: `${file.part}[${index}]` })),
    fileName: outputName,
    // Passwords are among them, and the job forgets them when it ends.
    options,
  };
  const fields = { webhookUrl: webhook.url };
  const call = {
    principal,
    baseUrl,
    preferences: new Map<string, string>(),
    fields,
    resultWebhook: webhook.result,
  };
  const { confirm } = await acceptConversion({ call, conversion }, stores);
  await confirm();
}

/** How a form is converted in a job. */
export type ConvertForm = (
  route: string,
  form: Form,
  run: { job: ReadyJob; deadline: number; signal: AbortSignal },
) => Promise<{ files: Output[] } | { json: unknown }>;

interface FormWorkStores {
  uploads: ObjectReader;
  files: Pick<FileStore, 'save'>;
}

/** Converts the form of a job. */
export const formWork =
  ({ uploads, files: results }: FormWorkStores, convert: ConvertForm): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    const { route, values } = formOptions.parse(job.options);
    const files = await Promise.all(
      inputFilesOf(job).map(async (file): Promise<FormFile> => {
        const bytes = Buffer.from(await contentOf(file, uploads));
        const part = file.field.replace(/\[\d+\]$/, '');
        return { ...file, field: file.fileName || part, part, source: { kind: 'inline', bytes } };
      }),
    );
    for (const { size } of files) countBytes('input', size);
    const form = new Form(new Map(Object.entries(values)), files);
    countDocuments(Math.max(1, form.inputs.length));
    const converted = await convert(route, form, { job, deadline, signal });
    if ('json' in converted) {
      throw new FormError(
        'The webhook middleware can only work with multipart/form-data routes that results in output files',
      );
    }
    return storeResult(job, outputOf(converted.files, job.fileName), results);
  };
