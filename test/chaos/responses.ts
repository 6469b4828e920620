import type { Exchanged } from './exchange.ts';
import type { Journal } from './journal.ts';

type Reply = Extract<Exchanged, { kind: 'response' }>;

/** Seconds. The gateway's timeout is 29; the rest is for a busy machine. */
const latest = 32;

/** Whether the service accepted the request. */
export const isSuccess = (response: Exchanged): response is Reply =>
  response.kind === 'response' && response.status < 300;

/** The responses that clients received: how often, and after how long. */
export class ResponseLog {
  /** By request, and status or code. */
  readonly counts = new Map<string, { times: number; longestSeconds: number }>();
  /** Responses that the contract does not allow. */
  readonly undocumented: string[] = [];
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /**
   * Waits for a response and records it.
   *
   * @param what the id or marker, and the request
   * @param why returns what is wrong with a response. Absent for requests to other servers, which are not checked
   */
  async take(
    what: string,
    exchanging: Promise<Exchanged>,
    why?: (response: Reply) => string | undefined,
  ): Promise<Exchanged> {
    const start = performance.now();
    const reply = await exchanging;
    const seconds = (performance.now() - start) / 1000;
    const reported =
      reply.kind === 'none' ? `no reply (${reply.reason})` : (reply.code ?? String(reply.status));
    const ids = isSuccess(reply)
      ? [reply.body].flat().map((each) => (each as { id?: string } | null)?.id)
      : [];
    this.#journal.note(`${what}: ${reported} ${ids.join(' ')}`);
    const kind = `${what.slice(what.indexOf(' ') + 1)}: ${reported}`;
    const { times = 0, longestSeconds = 0 } = this.counts.get(kind) ?? {};
    this.counts.set(kind, { times: times + 1, longestSeconds: Math.max(longestSeconds, seconds) });
    if (!why || reply.kind === 'none') return reply;
    if (seconds > latest)
      this.undocumented.push(`${what}: ${reported} came after ${seconds.toFixed(0)} seconds`);
    // A replayed response was checked the first time.
    const fault = reply.headers.has('idempotent-replayed') ? undefined : why(reply);
    if (fault !== undefined) this.undocumented.push(`${what}: ${fault}`);
    return reply;
  }
}
