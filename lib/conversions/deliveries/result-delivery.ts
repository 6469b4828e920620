import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliverTo } from '../../api/fields/deliver-to.ts';
import type { Warning } from '../../api/responses/warning.ts';
import { inBatches } from '../../base/in-batches.ts';
import { timed } from '../../base/observability/span.ts';
import type { Content, MemoryContent, ProducedFile } from '../../files/produced-file.ts';
import { zipOf } from '../../http/zip-of.ts';
import { attemptDelivery, type DeliveryAttempt } from './attempt-delivery.ts';
import { type Deliverable, producedDeliverable } from './deliverable.ts';
import { requireCount } from './require-target.ts';
import type { SendFile } from './send-file.ts';

/** The outcome of one attempt, for the log. */
export interface DeliveryReport extends Pick<DeliveryAttempt, 'status' | 'reason'> {
  host: string;
  attempt: number;
}

export interface ResultDeliveryOptions {
  send: SendFile;
  /** Seconds after each attempt except the last. */
  pauses: readonly number[];
  report?: (report: DeliveryReport) => void;
}

/** Where the results of a conversion are sent, and by when. */
export interface DeliveryTarget {
  /** Undefined if the client names no URL; nothing is sent then. */
  deliverTo: DeliverTo | undefined;
  /** Epoch milliseconds by which the results must be delivered and stored. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/** Milliseconds before the deadline that remain for storing the results. */
const storeMilliseconds = 3_000;

/** Results that are sent at the same time. */
const parallelSends = 4;

/**
 * Sends results to the URLs that the client named, before they are stored: a failure becomes a warning of the stored
 * result. An attempt whose function dies is made again with the job, so a result can arrive twice.
 */
export class ResultDelivery {
  readonly #options: ResultDeliveryOptions;

  constructor(options: ResultDeliveryOptions) {
    this.#options = options;
  }

  /** Sends the only result of a conversion. Returns it with the warning if that fails. */
  async one<C extends Content>(file: ProducedFile<C>, target: DeliveryTarget): Promise<ProducedFile<C>> {
    const warnings = await this.send(producedDeliverable(file), target);
    return { ...file, warnings: [...warnings, ...file.warnings] };
  }

  /**
   * Sends the results of a conversion, each to its URL, or as one ZIP file to a single URL. Returns them with the
   * warnings of those that were not delivered.
   *
   * @throws AppError `invalid-field` when a list of URLs has another length than the results
   */
  async many<C extends MemoryContent>(
    files: readonly ProducedFile<C>[],
    zipName: string,
    target: DeliveryTarget,
  ): Promise<ProducedFile<C>[]> {
    const { deliverTo } = target;
    if (deliverTo === undefined) return [...files];
    requireCount(deliverTo, files.length);
    const warnings =
      typeof deliverTo === 'string'
        ? await this.send(producedDeliverable(zipOf(files, zipName)), target)
        : undefined;
    return inBatches(files, parallelSends, async (file, index) => {
      const deliverOne = { ...target, deliverTo: deliverTo[index] };
      const own = warnings ?? (await this.send(producedDeliverable(file), deliverOne));
      return { ...file, warnings: [...own, ...file.warnings] };
    });
  }

  /** Sends a file. Returns the warning if that fails. */
  async send(file: Deliverable, { deliverTo, ...limits }: DeliveryTarget): Promise<Warning[]> {
    const [url] = typeof deliverTo === 'string' ? [deliverTo] : (deliverTo ?? []);
    if (url === undefined) return [];
    const { detail, isDelivered } = await timed('deliver', () => this.#attempts(url, file, limits));
    if (isDelivered) return [];
    const { hostname: host } = new URL(url);
    return [{ code: 'not-delivered', message: `The result was not delivered: ${detail}`, host }];
  }

  async #attempts(
    url: string,
    file: Deliverable,
    { deadline, signal }: Omit<DeliveryTarget, 'deliverTo'>,
  ): Promise<DeliveryAttempt> {
    const { send, pauses, report } = this.#options;
    const { hostname: host } = new URL(url);
    const millisecondsLeft = (): number => deadline - storeMilliseconds - Date.now();
    for (let attempt = 1; ; attempt += 1) {
      const milliseconds = millisecondsLeft();
      if (milliseconds <= 0) return tooLate(host);
      const outcome = await attemptDelivery(url, file, send, { milliseconds, signal });
      const { status, reason } = outcome;
      report?.({ host, attempt, status, ...(reason === undefined ? {} : { reason }) });
      const pause = pauses[attempt - 1];
      const mayRetry = outcome.retryable && pause !== undefined && millisecondsLeft() > pause * 1000;
      if (!mayRetry) return outcome;
      await sleep(pause * 1000, undefined, signal ? { signal } : {});
    }
  }
}

const tooLate = (host: string): DeliveryAttempt => ({
  status: null,
  isDelivered: false,
  retryable: false,
  detail: `There was no time left to send it to '${host}'.`,
});
