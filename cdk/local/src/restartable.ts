import type { LocalService } from './service.ts';

/** A service that can be started again on the same port, with what it has on disk. */
export class Restartable implements LocalService {
  readonly endpoint: string;
  readonly #startOn: (port: number) => Promise<LocalService>;
  #service: LocalService;

  private constructor(service: LocalService, startOn: (port: number) => Promise<LocalService>) {
    this.endpoint = service.endpoint;
    this.#service = service;
    this.#startOn = startOn;
  }

  /** @param startOn starts the service on a port; 0 picks a free one */
  static async start(port: number, startOn: (port: number) => Promise<LocalService>): Promise<Restartable> {
    return new Restartable(await startOn(port), startOn);
  }

  async restart(): Promise<void> {
    await this.#service.stop();
    this.#service = await this.#startOn(Number(new URL(this.endpoint).port));
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }
}
