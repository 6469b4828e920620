import type { DocumentHost } from './document-host.ts';
import { ForkedHost } from './forked-host.ts';
import { HostPool } from './host-pool.ts';
import { HostProcess } from './host-process.ts';
import type { Confinement } from '../../../base/processes/confinement/confine.ts';
import { HostStarter, type HostStarterOptions } from './host-starter.ts';
import { TemplatePool } from './template-pool.ts';

/**
 * The processes of a converter: forks of a template where the kernel can confine them, and fresh processes otherwise. A
 * fork takes milliseconds and a fresh process half a second, and neither has seen another document.
 */
export class DocumentHosts {
  readonly #hosts: HostPool;
  #templates: TemplatePool | undefined;
  #closed = false;

  private constructor(starter: HostStarter, { templateFile, forksAhead }: HostStarterOptions) {
    this.#hosts = new HostPool(() => starter.start());
    if (templateFile !== undefined) {
      this.#templates = new TemplatePool({
        start: () => starter.startTemplate(),
        newFolder: () => starter.newFolder(),
        isIntact: () => starter.isIntact(),
        forksAhead,
      });
    }
  }

  /** @param folder a work folder, see `createWorkFolder` */
  static async prepare(options: HostStarterOptions, folder: string): Promise<DocumentHosts> {
    const starter = await HostStarter.prepare(options, folder);
    return new DocumentHosts(starter, options);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Starts the process that documents are forked from, if there is one. Its failure is an error of `start`. */
  async begin(): Promise<void> {
    await this.#templates?.current().catch(() => undefined);
  }

  /**
   * Starts the first process and waits until LibreOffice has started in it.
   *
   * @returns the platform's restrictions on documents
   * @throws Error when LibreOffice does not start
   */
  async start(): Promise<Confinement | undefined> {
    const confinement = await this.#startTemplate();
    if (confinement) return confinement;
    this.#hosts.refill();
    return (await this.#hosts.next)?.ready();
  }

  /**
   * A process for a document. Pass it to `release` when done.
   *
   * @param isFresh whether it must not be a fork
   */
  async take(isFresh: boolean): Promise<DocumentHost> {
    if (!isFresh && this.#templates) {
      try {
        return await this.#templates.take();
      } catch (error) {
        if (this.#closed) throw error;
        await this.#giveUpTemplates(error);
      }
    }
    return this.#hosts.take();
  }

  /** Ends a process. */
  async release(host: DocumentHost): Promise<void> {
    // The template of a fork may have been given up since.
    if (host instanceof ForkedHost) {
      await (this.#templates?.release(host) ?? host.dispose().catch(() => undefined));
    } else if (host instanceof HostProcess) await this.#hosts.release(host);
  }

  /** Ends all processes, including busy ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#templates?.close(), this.#hosts.close()]);
  }

  /** Undefined where documents get fresh processes. */
  async #startTemplate(): Promise<Confinement | undefined> {
    try {
      const template = await this.#templates?.current();
      const confinement = await template?.ready();
      this.#hosts.keepsSpare = !confinement;
      if (!confinement?.calls) throw new Error('The kernel has no seccomp.');
      return confinement;
    } catch (error) {
      if (this.#templates) await this.#giveUpTemplates(error);
      return undefined;
    }
  }

  async #giveUpTemplates(cause: unknown): Promise<void> {
    process.emitWarning(`Documents get fresh LibreOffice processes: ${String(cause)}`);
    const templates = this.#templates;
    this.#templates = undefined;
    this.#hosts.keepsSpare = true;
    await templates?.close();
  }
}
