import type { HostProcess } from './host-process.ts';

/** Keeps one host waiting while others work, so that a document need not wait for LibreOffice to start. */
export class HostPool {
  readonly #start: () => Promise<HostProcess>;
  readonly #hosts = new Set<HostProcess>();
  #next: Promise<HostProcess> | undefined;
  #closed = false;

  /** @param start starts a host; `take` passes its errors on */
  constructor(start: () => Promise<HostProcess>) {
    this.#start = start;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The host that waits, while one does. */
  get next(): Promise<HostProcess> | undefined {
    return this.#next;
  }

  /** Starts the host that the next `take` gets, unless it is started already. */
  refill(): void {
    if (this.#next || this.#closed) return;
    const next = this.#startHost();
    this.#next = next;
    /** Whether the host is still the one that waits; then it is no longer. */
    const withdraw = (): boolean => {
      if (this.#next !== next) return false;
      this.#next = undefined;
      return true;
    };
    next.then(
      async (host) => {
        const how = await host.ended;
        if (!withdraw() || this.#closed) return;
        process.emitWarning(`A LibreOffice that waited for a document ended: ${how}. ${host.diagnostics}`);
        await this.#dispose(host);
        // One that ended while it waited is replaced. One that never came up would not the next time either.
        if (host.confinement) this.refill();
      },
      // The error shows again when a document needs the host.
      () => withdraw(),
    );
  }

  /** The host that waits, or a new one. Give it to `release` in the end. */
  async take(): Promise<HostProcess> {
    const next = this.#next;
    this.#next = undefined;
    const waiting = await next?.catch(() => undefined);
    if (waiting?.alive) return waiting;
    if (waiting) await this.#dispose(waiting);
    return this.#startHost();
  }

  /** Ends a host and has the next one start. What the host leaves is removed meanwhile. */
  async release(host: HostProcess): Promise<void> {
    await host.kill();
    void this.#dispose(host);
    this.refill();
  }

  /** Ends all hosts, those that work too. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#next?.catch(() => undefined);
    await Promise.all([...this.#hosts].map((host) => this.#dispose(host)));
  }

  async #startHost(): Promise<HostProcess> {
    if (this.#closed) throw new Error('The converter was stopped.');
    const host = await this.#start();
    this.#hosts.add(host);
    return host;
  }

  async #dispose(host: HostProcess): Promise<void> {
    // A folder that cannot be removed, as documents may have seen to, goes with the work folder at the latest.
    await host.dispose().catch(() => undefined);
    this.#hosts.delete(host);
  }
}
