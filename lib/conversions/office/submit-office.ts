import * as z from 'zod';
import { AppError } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import type { Principal } from '../../auth/authorizer.ts';
import { withExtension } from '../../base/file-name.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { InputStore } from '../../files/input-store.ts';
import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { type ServiceResponse, json } from '../../http/response.ts';
import type { Replay } from '../../http/process-once.ts';
import { timed } from '../../base/observability/span.ts';
import type { OfficeKind } from '../../api/options/office.ts';
import { detectOfficeFile } from '../../engines/office/detect.ts';
import type { Job } from '../../jobs/job.ts';
import { readJob } from '../../jobs/read-job.ts';
import { type SubmissionStores, submitJob } from '../../jobs/submit-job.ts';
import { presentJob } from '../../jobs/present-job.ts';
import { requireAllowedUrl } from '../../webhooks/require-allowed-url.ts';

/** What accepts office documents. */
export interface JobSubmission extends SubmissionStores {
  inputs: Pick<InputStore, 'lookInto' | 'store'>;
  files: Pick<FileStore, 'present'>;
  /** Why this installation cannot convert office documents, if so. */
  unavailable: string | undefined;
  /** The hosts that webhooks may call although they are not public. */
  allowedHosts: AllowedHosts;
}

interface OfficeRequest {
  principal: Principal;
  baseUrl: string;
  resourceId?: string;
  files: { file: InputFile };
  fields: {
    fileName: string;
    password?: string | undefined;
    webhookUrl?: string | undefined;
  } & Record<string, unknown>;
}

/**
 * Accepts a conversion of an office document: looks at what the file is and leaves the rest to the job.
 *
 * @throws AppError `invalid-file-type` for what is no document of that kind, `url-not-allowed` for a webhook that may not
 *   be called, `unavailable` without LibreOffice
 */
export async function submitOffice(
  kind: OfficeKind,
  { principal, baseUrl, resourceId, files, fields }: OfficeRequest,
  stores: JobSubmission,
): Promise<ServiceResponse> {
  if (stores.unavailable) throw new AppError('unavailable', stores.unavailable, { retryAfterSeconds: 3600 });
  const { file } = files;
  const { password, fileName, webhookUrl, ...options } = fields;
  if (webhookUrl !== undefined) requireAllowedUrl(webhookUrl, stores.allowedHosts);
  await timed('inspect', () => checkKind(kind, file, stores.inputs));
  const job = await submitJob(
    {
      principal,
      resourceId,
      type: `${kind}-to-pdf`,
      inputs: [file],
      fileName: withExtension(fileName || withoutLastExtension(file.fileName) || 'document', '.pdf'),
      options,
      ...(password === undefined ? {} : { passwords: [password] }),
      ...(webhookUrl === undefined ? {} : { webhook: { url: webhookUrl, baseUrl } }),
    },
    stores,
  );
  return respondAccepted(job, stores, baseUrl);
}

/** Answers with an accepted job once more, as it stands now. */
export const replayAccepted =
  (stores: JobSubmission): Replay =>
  async (source, { owner, baseUrl }) => {
    const { job } = jobSource.parse(source);
    return respondAccepted(await readJob(owner, job, stores.jobs), stores, baseUrl);
  };

const jobSource = z.object({ job: z.string() });

async function respondAccepted(
  job: Job,
  { files }: JobSubmission,
  baseUrl: string,
): Promise<ServiceResponse> {
  const body = await presentJob(job, files, baseUrl);
  const source: z.input<typeof jobSource> = { job: job.id };
  return { ...json(202, body, { location: body.links.self, 'retry-after': '1' }), source };
}

const checkKind = (kind: OfficeKind, file: InputFile, inputs: Pick<InputStore, 'lookInto'>): Promise<void> =>
  inputs.lookInto(file, async (access) => {
    const found = await detectOfficeFile(access);
    // What is inside an encrypted or unreadable file shows when the job opens it.
    if (found.kind === 'encrypted' || found.kind === 'unreadable' || found.kind === kind) return;
    throw new InputFault(
      'invalid-file-type',
      `is ${found.kind.toUpperCase()}, not ${kind.toUpperCase()}: send it to /api/convert/${found.kind}-to-pdf`,
    );
  });

const withoutLastExtension = (name: string): string =>
  name.replace(/\.(doc|dot|xls|xlt|ppt|pot|pps)[xm]?$/i, '');
