import type { ServiceName } from './plugin.ts';
import { RememberedPorts } from './remembered-ports.ts';
import { Restartable } from './restartable.ts';
import type { LocalService } from './service.ts';

/** The servers of a run by name. */
export class Services {
  readonly #ports: RememberedPorts;
  readonly #running = new Map<ServiceName, Restartable>();

  private constructor(ports: RememberedPorts) {
    this.#ports = ports;
  }

  /** @param stateDirectory holds the ports of the last run */
  static async open(stateDirectory: string): Promise<Services> {
    return new Services(await RememberedPorts.read(stateDirectory));
  }

  /**
   * Starts a server, on the port of the last run where that is free.
   *
   * @param port the port that it must have; 0 picks a free one
   * @throws Error when that port is taken
   */
  async start(
    name: ServiceName,
    startOn: (port: number) => Promise<LocalService>,
    port?: number,
  ): Promise<LocalService> {
    const service =
      port === undefined
        ? await this.#ports.start(name, (remembered) => Restartable.start(remembered, startOn))
        : await Restartable.start(port, startOn).catch((error: unknown) => {
            if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
            throw new Error(`Port ${port} is taken. Choose another one, for instance PORT=0.`, {
              cause: error,
            });
          });
    this.#running.set(name, service);
    return service;
  }

  /** @throws Error when no plugin has started a service of that name */
  endpoint(name: ServiceName): string {
    return this.#find(name).endpoint;
  }

  /** Stops a server and starts it again on its port, with what it has on disk. */
  restart(name: ServiceName): Promise<void> {
    return this.#find(name).restart();
  }

  /** Remembers the ports for the next run. */
  save(): Promise<void> {
    return this.#ports.save();
  }

  #find(name: ServiceName): Restartable {
    const found = this.#running.get(name);
    if (!found) throw new Error(`The service ${name} is not running.`);
    return found;
  }
}
