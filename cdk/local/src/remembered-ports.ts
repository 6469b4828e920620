import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Ports that the stores had in the last run. With the same ports, presigned URLs and clients that were configured
 * earlier keep working after a restart.
 */
export class RememberedPorts {
  readonly #file: string;
  readonly #ports: Record<string, number>;

  private constructor(file: string, ports: Record<string, number>) {
    this.#file = file;
    this.#ports = ports;
  }

  /** @param directory Holds `ports.json`; a missing or damaged file only means new ports. */
  static async read(directory: string): Promise<RememberedPorts> {
    const file = join(directory, 'ports.json');
    try {
      const stored = Object.entries(JSON.parse(await readFile(file, 'utf8')) as object);
      const valid = stored.filter((entry): entry is [string, number] => Number.isInteger(entry[1]));
      return new RememberedPorts(file, Object.fromEntries(valid));
    } catch {
      return new RememberedPorts(file, {});
    }
  }

  /** Starts a server on its remembered port, or on a new one if that is taken or unknown. */
  async start<T extends { endpoint: string }>(name: string, start: (port: number) => Promise<T>): Promise<T> {
    const service = await start(this.#ports[name] ?? 0).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return start(0);
    });
    this.#ports[name] = Number(new URL(service.endpoint).port);
    return service;
  }

  async save(): Promise<void> {
    await writeFile(this.#file, `${JSON.stringify(this.#ports, undefined, 2)}\n`);
  }
}
