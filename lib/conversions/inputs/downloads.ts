import type { FieldFault } from '../../base/app-error.ts';
import { inBatches } from '../../base/in-batches.ts';
import { InputFault } from '../../base/input-fault.ts';
import { limits } from '../../base/limits.ts';
import { timed } from '../../base/observability/span.ts';
import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { downloadFault } from '../../engines/egress/download-fault.ts';
import { type Download, downloadPublic } from '../../engines/egress/download-public.ts';
import type { InputFile, UrlInput } from '../../files/input-file.ts';
import { receiveFile, type Receiver } from './receive-download.ts';

/** What this installation downloads. */
export interface DownloadSettings {
  /** The hosts that may be reached although they are not public. */
  allowedHosts: AllowedHosts;
  /** Maximum size of one file in bytes, that of an upload. */
  maximumBytes: number;
  /** Maximum size of all files of a request in bytes. Default: that of the contract. */
  totalBytes?: number;
  download?: typeof downloadPublic;
}

export interface DownloadRun {
  /** Bytes of the request's other files. */
  otherBytes: number;
  /** When the request or job must have ended; epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/** An input that was downloaded, or why it was not. */
export type Downloaded<File> = { input: UrlInput; file: File } | { input: UrlInput; fault: FieldFault };

/** Downloads that run at the same time. */
const parallelDownloads = 8;

/** The share of the time until the deadline that downloads may take: the rest is for the conversion. */
const downloadShare = 0.75;

/**
 * Downloads the inputs of a request from their URLs, a few at a time and each of them once. Nothing is read or stored any
 * more when this settles.
 *
 * @returns in the order of `inputs`
 * @throws Error when the service is at fault, or the reason of the signal
 */
export async function downloadInputs<Source extends InputFile['source']>(
  inputs: readonly UrlInput[],
  receive: Receiver<Source>,
  { otherBytes, deadline, signal }: DownloadRun,
  { allowedHosts, maximumBytes, totalBytes = limits.totalInput, download = downloadPublic }: DownloadSettings,
): Promise<Downloaded<InputFile & { source: Source }>[]> {
  if (inputs.length === 0) return [];
  const until = Date.now() + Math.max(0, deadline - Date.now()) * downloadShare;
  const failed = new AbortController();
  const room = new Room(totalBytes, otherBytes);
  const options = {
    allowed: allowedHosts,
    maximumBytes,
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
  };
  const fileOf = async ({ field, url, headers }: UrlInput): Promise<InputFile & { source: Source }> => {
    const timeoutMilliseconds = Math.max(1, until - Date.now());
    const opened = await download(url, { ...options, ...(headers ? { headers } : {}), timeoutMilliseconds });
    try {
      return await receiveFile({ ...opened, body: room.counted(opened) }, field, receive);
    } finally {
      opened.close();
    }
  };
  const one = async (input: UrlInput): Promise<Downloaded<InputFile & { source: Source }>[]> => {
    try {
      return [{ input, file: await fileOf(input) }];
    } catch (error) {
      const fault = error instanceof InputFault ? error : downloadFault(error);
      if (fault) return [{ input, fault: fault.asFieldFault(input.field) }];
      // Ends the others, for which this waits.
      failed.abort(error);
      return [];
    }
  };
  const downloaded = await timed('fetch', () => inBatches(inputs, parallelDownloads, one));
  failed.signal.throwIfAborted();
  return downloaded.flat();
}

/** The bytes that the files of a request may still have. */
class Room {
  readonly #total: number;
  #left: number;

  constructor(total: number, taken: number) {
    this.#total = total;
    this.#left = total - taken;
  }

  /**
   * Counts the announced size at once, other bytes as they arrive.
   *
   * @throws InputFault `file-too-large`
   */
  async *counted({ size, body }: Pick<Download, 'size' | 'body'>): AsyncGenerator<Uint8Array> {
    if (size !== undefined) this.#take(size);
    for await (const chunk of body) {
      if (size === undefined) this.#take(chunk.length);
      yield chunk;
    }
  }

  #take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const message = `exceeds the limit of ${this.#total} bytes for all files of a request`;
    throw new InputFault('file-too-large', message);
  }
}
