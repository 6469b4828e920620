import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '../../base/app-error.ts';
import { parseTraceparent, traceparentOf } from '../../base/observability/trace-context.ts';
import { type Deliverable, storedDeliverable } from '../../conversions/deliveries/deliverable.ts';
import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { EgressDenied, EgressFailed } from '../../engines/egress/errors.ts';
import { putPublic } from '../../engines/egress/put-public.ts';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import { zipFrame } from '../../files/stored-zip.ts';
import type { ResultWebhook } from '../../jobs/notification.ts';
import type { SendResult } from '../../webhooks/deliver-webhook.ts';
import type { NotifiableJob } from '../../webhooks/event.ts';
import { errorText, type ErrorText } from '../http/error-text.ts';
import { disposition } from '../http/output.ts';

interface SenderOptions {
  allowed: AllowedHosts;
  files: Pick<FileStore, 'open'>;
}

/** What a receiver gets. */
interface Sent extends Deliverable {
  fileName: string;
}

const maximumResponseBytes = 16 * 1024;

/** Milliseconds for an event. */
const eventMilliseconds = 5_000;

/** The files of a ZIP file are read twice, within the time of one attempt. In bytes. */
const maximumZip = 100_000_000;

/**
 * Sends the results of jobs as Gotenberg does: the bytes to the webhook, or the error to its URL, and then an event. An
 * event that does not arrive is not repeated, unless it is the only notification of an error.
 */
export const resultSender =
  ({ allowed, files }: SenderOptions): SendResult =>
  async (job, milliseconds) => {
    const { url, result } = job.webhook;
    if (!result) throw new Error('The webhook does not receive the result');
    const { method, errorMethod, errorUrl, eventsUrl, trace } = result;
    const end = Date.now() + milliseconds;
    const resultEnd = eventsUrl === undefined ? end : end - eventMilliseconds;
    const send = async (
      target: string,
      verb: ResultWebhook['method'],
      headers: Record<string, string>,
      content: Pick<Deliverable, 'size' | 'read'>,
      until: number,
    ): Promise<number> => {
      const { status } = await putPublic(target, {
        method: verb,
        headers: {
          'user-agent': 'File-Conversion-Service',
          ...lowerCase(result.headers),
          ...traceOf(job),
          ...headers,
        },
        body: content.read(),
        size: content.size,
        allowed,
        timeoutMilliseconds: Math.max(1, until - Date.now()),
        maximumResponseBytes,
      });
      return status;
    };
    const sendJson = (target: string, verb: ResultWebhook['method'], value: object, until: number) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const content = { size: bytes.length, read: () => [bytes] };
      return send(target, verb, { 'content-type': 'application/json' }, content, until);
    };
    const sendEvent = (target: string, event: object): Promise<number> => {
      const complete = { ...event, correlationId: trace, timestamp: new Date().toISOString() };
      return sendJson(target, 'POST', complete, Math.min(end, Date.now() + eventMilliseconds));
    };
    const announce = async (event: object): Promise<void> => {
      if (eventsUrl === undefined) return;
      await sendEvent(eventsUrl, event).catch((error: unknown) => {
        if (!(error instanceof EgressDenied || error instanceof EgressFailed)) throw error;
      });
    };
    const sent = await sentOf(job, result, files);
    if ('text' in sent) {
      const error = { status: sent.status, message: sent.text };
      const event = { event: 'webhook.error', error };
      // Without a URL for errors, the event is the notification. A webhook has at least one of the two URLs.
      if (errorUrl === undefined) return sendEvent(eventsUrl ?? '', event);
      const status = await sendJson(errorUrl, errorMethod, error, resultEnd);
      if (isSuccess(status)) await announce(event);
      return status;
    }
    const named = result.headers['Content-Disposition']
      ? {}
      : { 'content-disposition': disposition(sent.fileName) };
    const status = await send(url, method, { 'content-type': sent.contentType, ...named }, sent, resultEnd);
    if (isSuccess(status)) await announce({ event: 'webhook.success' });
    return status;
  };

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function traceOf({ origin, webhook }: NotifiableJob): Record<string, string> {
  const trace = parseTraceparent(origin?.traceparent);
  return {
    'gotenberg-trace': webhook.result?.trace ?? '',
    ...(trace ? { traceparent: traceparentOf(trace) } : {}),
  };
}

/** What to send for a job: its result, or its error. */
async function sentOf(
  job: NotifiableJob,
  { outputName, fileNames }: ResultWebhook,
  files: SenderOptions['files'],
): Promise<Sent | ErrorText> {
  const { error, result } = job;
  if (error) return errorText(new AppError(error.code, error.detail));
  const results = [result ?? []].flat();
  const [file] = results;
  if (!file || job.deletedAt !== undefined) return errorText(new AppError('gone', 'The result was deleted.'));
  const nameOf = (fallback: string): string =>
    outputName === '' ? fallback : outputName + fallback.slice(fallback.lastIndexOf('.'));
  if (results.length === 1) {
    return { ...storedDeliverable(file, files), fileName: nameOf(file.fileName) };
  }
  const total = results.reduce((sum, { size }) => sum + size, 0);
  if (total > maximumZip) {
    const message = `The results have ${total} bytes; a webhook receives several of up to ${maximumZip}.`;
    return errorText(new AppError('file-too-large', message));
  }
  return { ...(await zipOf(results, fileNames, files)), fileName: nameOf(`${randomUUID()}.zip`) };
}

/** A ZIP file of stored files, under those names or their own. Reads each file once for its checksum, and once more. */
async function zipOf(
  files: readonly StoredFile[],
  names: readonly string[] = [],
  store: SenderOptions['files'],
): Promise<Deliverable> {
  const contents = files.map((file) => storedDeliverable(file, store));
  const entries = [];
  for (const [index, { fileName, size }] of files.entries()) {
    let checksum = 0;
    for await (const chunk of contents[index]?.read() ?? []) checksum = crc32(chunk, checksum);
    entries.push({ name: names[index] ?? fileName, size, crc32: checksum });
  }
  const { headers, directory, size } = zipFrame(entries);
  const read = async function* (): AsyncGenerator<Uint8Array> {
    for (const [index, header] of headers.entries()) {
      yield header;
      yield* contents[index]?.read() ?? [];
    }
    yield directory;
  };
  return { contentType: 'application/zip', size, read };
}
