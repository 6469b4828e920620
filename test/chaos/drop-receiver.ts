import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Job } from '#lib/jobs/job.ts';
import type { Random } from '../fuzz/mutations.ts';
import { closeAtOnce, listenOnLoopback } from '../support/loopback.ts';

/** Takes results as a store does that has bad moments itself: it fails, hangs, and resets connections. */
export class DropReceiver {
  /** SHA-256 of the results that were acknowledged, by the marker of their order. */
  readonly acknowledged = new Map<string, string[]>();
  readonly #random: Random;
  readonly #server = createServer((request, response) => {
    const mood = this.#random.below(100);
    if (mood < 10) {
      request.socket.resetAndDestroy();
      return;
    }
    void sha256Of(request)
      .then((sha256) => {
        if (mood < 20) response.writeHead(503).end();
        // Longer than the service waits.
        else if (mood < 22) setTimeout(() => request.socket.destroy(), 40_000).unref();
        else {
          const marker = (request.url ?? '').slice(1);
          this.acknowledged.set(marker, [...(this.acknowledged.get(marker) ?? []), sha256]);
          response.writeHead(200).end();
        }
      })
      .catch(() => request.socket.destroy());
  });

  constructor(random: Random) {
    this.#random = random;
  }

  /** @returns `http://127.0.0.1:1234` */
  listen(): Promise<string> {
    return listenOnLoopback(this.#server);
  }

  close(): void {
    closeAtOnce(this.#server);
  }

  /** Returns what is wrong with the deliveries of a completed job of the order with that marker. */
  faultsOf({ result, deliverTo }: Job, marker: string): string[] {
    const files = result === undefined ? [] : [result].flat();
    const [file] = files;
    const isReported = files.some(({ warnings }) => warnings.some(({ code }) => code === 'not-delivered'));
    const acknowledged = this.acknowledged.get(marker) ?? [];
    // Several results are one ZIP file, which is not stored.
    const isDelivered =
      files.length > 1 ? acknowledged.length > 0 : acknowledged.includes(file?.sha256 ?? '');
    return [
      ...(deliverTo === undefined ? [] : ['has ended and still has the URL of its delivery']),
      ...(isReported || isDelivered ? [] : ['was neither delivered nor has a warning']),
    ];
  }
}

async function sha256Of(request: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of request as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
