import { ForkedHost } from './forked-host.ts';
import type { TemplateProcess } from './template-process.ts';

/**
 * Documents after which a template is replaced. Its forks share the layout of their memory and the values that protect
 * their stacks: what one of them reveals to an attacker, the next ones must not share for long.
 */
const mostDocuments = 200;

export interface TemplateSource {
  /** Starts a template. */
  start(): Promise<TemplateProcess>;
  /** A new path whose name is a number, in the folder in which templates look for documents. */
  newFolder(): string;
  /** Whether LibreOffice's files are as they were unpacked. Otherwise `start` unpacks them again. */
  isIntact(): boolean;
  /** Whether a warm template forks the process of the next document in advance. Default: no. */
  forksAhead?: boolean | undefined;
}

/**
 * Keeps one template ready, and replaces it after a number of documents and after a document whose process a signal
 * ended: an exploit that guesses addresses ends processes until a guess is right.
 */
export class TemplatePool {
  readonly #source: TemplateSource;
  readonly #mostDocuments: number;
  readonly #templates = new Set<TemplateProcess>();
  /** Those that get no more documents. All others are current. */
  readonly #retired = new WeakSet<TemplateProcess>();
  #current: Promise<TemplateProcess> | undefined;
  /** The process of the next document. */
  #ahead: ForkedHost | undefined;
  #closed = false;

  constructor(source: TemplateSource, limit = mostDocuments) {
    this.#source = source;
    this.#mostDocuments = limit;
  }

  /** The template for the next document. */
  current(): Promise<TemplateProcess> {
    this.#current ??= this.#start();
    return this.#current;
  }

  /**
   * A process for a document, which a template forks. Pass it to `release` when done.
   *
   * @throws Error when no template starts
   */
  async take(): Promise<ForkedHost> {
    if (!this.#source.isIntact()) this.#retire(await this.current());
    const template = await this.current();
    const ahead = this.#ahead;
    if (ahead?.template === template && !ahead.hasEnded) {
      this.#ahead = undefined;
      return ahead;
    }
    this.#dropAhead();
    return ForkedHost.prepare(this.#source.newFolder(), template);
  }

  /** Ends a document's process. Its files are removed meanwhile. */
  async release(host: ForkedHost): Promise<void> {
    const { template } = host;
    await host.kill();
    if ((await host.ended).startsWith('SIG') || template.forks >= this.#mostDocuments) this.#retire(template);
    this.#disposeIfUnused(template);
    this.#forkAhead(template);
    // A folder that cannot be removed, which a document can cause, is removed with the work folder at the latest.
    void host.dispose().catch(() => undefined);
  }

  /** Ends all templates and their forks. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#dropAhead();
    await this.#current?.catch(() => undefined);
    await Promise.all([...this.#templates].map((template) => this.#dispose(template)));
  }

  async #start(): Promise<TemplateProcess> {
    if (this.#closed) throw new Error('The converter was stopped.');
    const template = await this.#source.start();
    this.#templates.add(template);
    void template.ended.then((how) => {
      if (this.#closed || this.#retired.has(template)) return;
      process.emitWarning(`A LibreOffice template ended: ${how}. ${template.diagnostics}`);
      this.#retire(template);
    });
    return template;
  }

  /** Gives a template no more documents, and starts the next one. */
  #retire(template: TemplateProcess): void {
    if (this.#retired.has(template) || this.#closed) return;
    this.#retired.add(template);
    this.#current = undefined;
    this.#dropAhead();
    // A template that never started would not start the next time either: the next document finds out.
    if (template.confinement) void this.current().catch(() => undefined);
    this.#disposeIfUnused(template);
  }

  /** Forks the process of the next document. It takes a tenth of the time of a small one. */
  #forkAhead(template: TemplateProcess): void {
    if (!this.#source.forksAhead || this.#closed || this.#ahead) return;
    if (this.#retired.has(template) || !template.hasWarmedUp) return;
    try {
      this.#ahead = ForkedHost.prepare(this.#source.newFolder(), template);
    } catch {
      // The next document finds out why.
    }
  }

  #dropAhead(): void {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (!ahead) return;
    const dropped = ahead.dispose().catch(() => undefined);
    void dropped.then(() => this.#disposeIfUnused(ahead.template));
  }

  #disposeIfUnused(template: TemplateProcess): void {
    if (this.#retired.has(template) && template.running === 0) void this.#dispose(template);
  }

  async #dispose(template: TemplateProcess): Promise<void> {
    await template.dispose().catch(() => undefined);
    this.#templates.delete(template);
  }
}
