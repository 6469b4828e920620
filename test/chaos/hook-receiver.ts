import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../fuzz/mutations.ts';
import { closeAtOnce, listenOnLoopback } from '../support/loopback.ts';
import { type Journal, ulidIn } from './journal.ts';
import type { WebhookEvent } from '#lib/api/responses/webhook-event.ts';

/** A webhook that has come and whose signature is right. */
export interface Arrival {
  event: WebhookEvent;
  id: string;
}

/** Takes webhooks as a client's server does that has bad moments itself. */
export class HookReceiver {
  /** By job. */
  readonly arrivals = new Map<string, Arrival[]>();
  readonly faults: string[] = [];
  /** Responds to each request with 204 at once. */
  isSteady = false;
  readonly #secret: () => string;
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        this.#take(body, request.headers as Record<string, string>);
        const mood = this.isSteady ? 0 : this.#random.below(100);
        if (mood < 75) response.writeHead(204).end();
        else if (mood < 85) response.writeHead(500).end();
        else if (mood < 95) request.socket.destroy();
        else setTimeout(() => response.writeHead(204).end(), 3000);
      })
      .catch(() => request.socket.destroy());
  });

  /** @param secret of the key that the jobs are made with */
  constructor(secret: () => string, random: Random, journal: Journal) {
    this.#secret = secret;
    this.#random = random;
    this.#journal = journal;
  }

  /** @returns `http://127.0.0.1:1234` */
  listen(): Promise<string> {
    return listenOnLoopback(this.#server);
  }

  close(): void {
    closeAtOnce(this.#server);
  }

  #take(body: string, headers: Record<string, string>): void {
    try {
      const event = new Webhook(this.#secret()).verify(body, headers) as WebhookEvent;
      this.#journal.note(`webhook ${event.type} for ${event.data.id}`);
      const arrival = { event, id: headers['webhook-id'] ?? '' };
      this.arrivals.set(event.data.id, [...(this.arrivals.get(event.data.id) ?? []), arrival]);
    } catch (error) {
      this.faults.push(
        `a webhook for ${ulidIn(body) ?? 'an unknown job'} cannot be verified: ${String(error)}`,
      );
    }
  }
}
