import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../../base/processes/process-state.ts';
import type { DocumentHost, HostOutcome } from './document-host.ts';
import { HeldFile } from './held-file.ts';
import { mostOutput } from './host-process.ts';
import {
  type HostJob,
  type HostMessage,
  inputFolderName,
  outputFolderName,
  parseHostMessage,
  temporaryName,
} from './host-protocol.ts';
import { keptOutput } from './libreoffice-process.ts';
import type { TemplateProcess } from './template-process.ts';
import { documentEnded, documentFiles } from './template-protocol.ts';

/** Milliseconds in which a template kills a process. One that takes longer hangs. */
const killMilliseconds = 1_000;

const opening: HostMessage = { event: 'opening' };
const firstLine = JSON.stringify(opening);

/** A process that a template forks for one document. It waits until it is sent the document. */
export class ForkedHost implements DocumentHost {
  readonly folder: string;
  readonly inputFolder: string;
  readonly ended: Promise<string>;
  readonly #template: TemplateProcess;
  readonly #document: number;
  readonly #outcome: HeldFile;
  readonly #log: HeldFile;
  #hasEnded = false;
  #pid: number | undefined;

  private constructor(folder: string, template: TemplateProcess) {
    this.folder = folder;
    this.inputFolder = join(folder, inputFolderName);
    this.#template = template;
    this.#document = Number(basename(folder));
    this.#outcome = new HeldFile(join(folder, documentFiles.outcome));
    this.#log = new HeldFile(join(folder, documentFiles.log));
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    template.fork(this.#document, {
      forked: (pid) => (this.#pid = pid),
      ended: (how) => {
        this.#pid = undefined;
        this.#hasEnded = true;
        resolve(how);
      },
    });
  }

  /** @param folder where the template looks for documents: a new folder whose name is the document's number */
  static prepare(folder: string, template: TemplateProcess): ForkedHost {
    mkdirSync(folder, { mode: 0o700 });
    for (const name of [inputFolderName, outputFolderName, temporaryName]) mkdirSync(join(folder, name));
    return new ForkedHost(folder, template);
  }

  get template(): TemplateProcess {
    return this.#template;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get diagnostics(): string {
    return this.#log.tail(keptOutput);
  }

  get residentBytes(): number {
    return this.#pid === undefined ? 0 : residentBytes(this.#pid);
  }

  get documentOpened(): boolean {
    return this.#outcome.head(firstLine.length) === firstLine;
  }

  send(job: HostJob): void {
    writeFileSync(join(this.folder, documentFiles.job), JSON.stringify(job));
    this.#template.begin(this.#document);
  }

  async outcome(): Promise<HostOutcome | undefined> {
    if ((await this.ended) !== documentEnded) return undefined;
    const messages = this.#outcome.head(mostOutput).split('\n').map(parseHostMessage);
    return messages.find((message) => message?.event === 'done' || message?.event === 'failed');
  }

  async kill(): Promise<void> {
    this.#template.end(this.#document);
    const patience = new AbortController();
    const late = sleep(killMilliseconds, 'late' as const, { signal: patience.signal }).catch(() => undefined);
    // Its forks die with it.
    if ((await Promise.race([this.ended, late])) === 'late') await this.#template.kill();
    patience.abort();
    await this.ended;
  }

  async dispose(): Promise<void> {
    await this.kill();
    this.#outcome.close();
    this.#log.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
