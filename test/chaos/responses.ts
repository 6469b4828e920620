import type { Exchanged } from './exchange.ts';
import type { Journal } from './journal.ts';

type Answer = Extract<Exchanged, { kind: 'answer' }>;

/** Seconds. The gateway gives up after 29; the rest is for a machine that has much to do. */
const latest = 32;

/** An answer that says yes. */
export const isYes = (response: Exchanged): response is Answer =>
  response.kind === 'answer' && response.status < 300;

/** What clients were answered, how often, and how long they waited for it. */
export class Answers {
  /** By what was asked, and status or code. */
  readonly counts = new Map<string, { times: number; longestSeconds: number }>();
  /** Answers that should not have been. */
  readonly undocumented: string[] = [];
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /**
   * Waits for an answer and takes note of it.
   *
   * @param what whom it is about, and what is asked
   * @param why says what is wrong with an answer; what is not the service's own is not judged
   */
  async take(
    what: string,
    exchanging: Promise<Exchanged>,
    why?: (response: Answer) => string | undefined,
  ): Promise<Exchanged> {
    const start = performance.now();
    const reply = await exchanging;
    const seconds = (performance.now() - start) / 1000;
    const reported =
      reply.kind === 'none' ? `no reply (${reply.reason})` : (reply.code ?? String(reply.status));
    const ids = isYes(reply) ? [reply.body].flat().map((each) => (each as { id?: string } | null)?.id) : [];
    this.#journal.note(`${what}: ${reported} ${ids.join(' ')}`);
    const kind = `${what.slice(what.indexOf(' ') + 1)}: ${reported}`;
    const { times = 0, longestSeconds = 0 } = this.counts.get(kind) ?? {};
    this.counts.set(kind, { times: times + 1, longestSeconds: Math.max(longestSeconds, seconds) });
    if (!why || reply.kind === 'none') return reply;
    if (seconds > latest)
      this.undocumented.push(`${what}: ${reported} came after ${seconds.toFixed(0)} seconds`);
    // What is answered again was judged when it came first.
    const fault = reply.headers.has('idempotent-replayed') ? undefined : why(reply);
    if (fault !== undefined) this.undocumented.push(`${what}: ${fault}`);
    return reply;
  }
}
