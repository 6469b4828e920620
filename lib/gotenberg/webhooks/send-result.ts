import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import { parseTraceparent, traceparentOf } from '../../base/observability/trace-context.ts';
import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { EgressDenied, EgressFailed } from '../../engines/egress/errors.ts';
import { putPublic } from '../../engines/egress/put-public.ts';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Chunks } from '../../files/produced-file.ts';
import { storedZip } from '../../files/stored-zip.ts';
import type { ResultWebhook } from '../../jobs/notification.ts';
import type { SendResult } from '../../webhooks/deliver-webhook.ts';
import type { NotifiableJob } from '../../webhooks/event.ts';
import { errorText, type ErrorText } from '../http/error-text.ts';
import { disposition } from '../http/output.ts';

interface SenderOptions {
  allowed: AllowedHosts;
  files: Pick<FileStore, 'open' | 'read'>;
}

/** What a receiver gets. */
interface Sent {
  contentType: string;
  fileName: string;
  size: number;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const maximumResponseBytes = 16 * 1024;

/** A zip is made in memory, of which the sender has little. In bytes. */
const maximumZip = 100_000_000;

/**
 * Sends the results of jobs as Gotenberg does: the bytes to the webhook, or the error to its URL, and an event. An event
 * that does not arrive is not repeated.
 */
export const resultSender =
  ({ allowed, files }: SenderOptions): SendResult =>
  async (job, milliseconds) => {
    const { url, result } = job.webhook;
    if (!result) throw new Error('The webhook does not receive the result');
    const send = async (
      target: string,
      method: ResultWebhook['method'],
      headers: Record<string, string>,
      sent: Pick<Sent, 'size' | 'body'>,
    ) => {
      const { status } = await putPublic(target, {
        method,
        headers: {
          'user-agent': 'File-Conversion-Service',
          ...lowerCase(result.headers),
          ...traceOf(job),
          ...headers,
        },
        body: sent.body,
        size: sent.size,
        allowed,
        timeoutMilliseconds: milliseconds,
        maximumResponseBytes,
      });
      return status;
    };
    const sendJson = (target: string, method: ResultWebhook['method'], value: object) => {
      const bytes = Buffer.from(JSON.stringify(value));
      return send(
        target,
        method,
        { 'content-type': 'application/json' },
        { size: bytes.length, body: [bytes] },
      );
    };
    const announce = async (event: object): Promise<number | undefined> => {
      if (result.eventsUrl === undefined) return undefined;
      const common = { correlationId: result.trace, timestamp: new Date().toISOString() };
      try {
        return await sendJson(result.eventsUrl, 'POST', { ...event, ...common });
      } catch (error) {
        if (error instanceof EgressDenied || error instanceof EgressFailed) return undefined;
        throw error;
      }
    };
    const sent = await sentOf(job, result, files);
    if ('text' in sent) {
      const error = { status: sent.status, message: sent.text };
      const status = result.errorUrl && (await sendJson(result.errorUrl, result.errorMethod, error));
      const announced = await announce({ event: 'webhook.error', error });
      // Without a URL for errors, the event is the notification.
      return status || (announced ?? 0);
    }
    const named = result.headers['Content-Disposition']
      ? {}
      : { 'content-disposition': disposition(sent.fileName) };
    const status = await send(url, result.method, { 'content-type': sent.contentType, ...named }, sent);
    if (status >= 200 && status < 300) await announce({ event: 'webhook.success' });
    return status;
  };

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
    const { contentType, size } = file;
    return { contentType, size, fileName: nameOf(file.fileName), body: await files.open(file) };
  }
  const total = results.reduce((sum, { size }) => sum + size, 0);
  if (total > maximumZip) {
    const message = `The results have ${total} bytes; a webhook receives several of up to ${maximumZip}.`;
    return errorText(new AppError('file-too-large', message));
  }
  const zip = await zipped(results, fileNames, files);
  return {
    contentType: 'application/zip',
    fileName: nameOf(`${randomUUID()}.zip`),
    size: zip.size,
    body: zip.chunks,
  };
}

async function zipped(
  results: readonly StoredFile[],
  names: readonly string[] = [],
  files: Pick<FileStore, 'read'>,
): Promise<Chunks> {
  const entries = new Map<string, Uint8Array>();
  for (const [index, file] of results.entries())
    entries.set(names[index] ?? file.fileName, await files.read(file));
  return storedZip(entries);
}
