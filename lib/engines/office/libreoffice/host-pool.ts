import type { HostProcess } from './host-process.ts';

/** Starts hosts. It can keep an idle one ready, so that a document does not wait for LibreOffice to start. */
export class HostPool {
  /** Whether `release` starts a host for the next document. */
  keepsSpare = true;
  readonly #start: () => Promise<HostProcess>;
  readonly #hosts = new Set<HostProcess>();
  #next: Promise<HostProcess> | undefined;
  #closed = false;

  /** @param start starts a host; `take` passes on its errors */
  constructor(start: () => Promise<HostProcess>) {
    this.#start = start;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The idle host, if there is one. */
  get next(): Promise<HostProcess> | undefined {
    return this.#next;
  }

  /** Starts the host for the next `take` unless it is started already. */
  refill(): void {
    if (this.#next || this.#closed) return;
    const next = this.#startHost();
    this.#next = next;
    /** Whether the host is still the idle one; if so, it no longer is. */
    const withdraw = (): boolean => {
      if (this.#next !== next) return false;
      this.#next = undefined;
      return true;
    };
    next.then(
      async (host) => {
        const how = await host.ended;
        if (!withdraw() || this.#closed) return;
        process.emitWarning(
          `A LibreOffice process ended while it waited for a document: ${how}. ${host.diagnostics}`,
        );
        await this.#dispose(host);
        // A host that ended while idle is replaced. One that never started would not start the next time either.
        if (host.confinement) this.refill();
      },
      // The error surfaces again when a document needs the host.
      () => withdraw(),
    );
  }

  /** The idle host, or a new one. Pass it to `release` when done. */
  async take(): Promise<HostProcess> {
    const next = this.#next;
    this.#next = undefined;
    const waiting = await next?.catch(() => undefined);
    if (waiting?.alive) return waiting;
    if (waiting) await this.#dispose(waiting);
    return this.#startHost();
  }

  /** Ends a host. Its files are removed meanwhile. */
  async release(host: HostProcess): Promise<void> {
    await host.kill();
    void this.#dispose(host);
    if (this.keepsSpare) this.refill();
  }

  /** Ends all hosts, including busy ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#next?.catch(() => undefined);
    await Promise.all([...this.#hosts].map((host) => this.#dispose(host)));
  }

  async #startHost(): Promise<HostProcess> {
    if (this.#closed) throw new Error('The converter was stopped.');
    const host = await this.#start();
    this.#hosts.add(host);
    // `close` may have ended all others meanwhile.
    if (!this.closed) return host;
    await this.#dispose(host);
    throw new Error('The converter was stopped.');
  }

  async #dispose(host: HostProcess): Promise<void> {
    // A folder that cannot be removed, which a document can cause, is removed with the work folder at the latest.
    await host.dispose().catch(() => undefined);
    this.#hosts.delete(host);
  }
}
