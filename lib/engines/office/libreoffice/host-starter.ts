import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documentKinds, type DocumentKind } from './host-protocol.ts';
import { type HostOptions, HostProcess } from './host-process.ts';
import { installLibreOffice, type Installation } from './installation.ts';
import { changeMark } from './tamper-evidence.ts';
import { TemplateProcess } from './template-process.ts';
import { writeWarmUpDocuments } from './warm-up-documents.ts';

export interface HostStarterOptions {
  libreOfficeRoot: string;
  fontsConf: string;
  hostFile: string;
  /** Absent if documents get fresh processes only. */
  templateFile?: string | undefined;
  /** Whether a template forks the process of the next document in advance. Default: no. */
  forksAhead?: boolean | undefined;
  koffiFile: string;
  maximumFileBytes: number;
  warmUp: readonly DocumentKind[] | undefined;
}

interface Prepared {
  installation: Installation;
  warmUp: readonly string[];
  /** All files that hosts share, with their initial change mark. */
  shared: readonly string[];
  mark: string;
}

/** Starts hosts and templates from one unpacked LibreOffice, and unpacks it again if any of its files changed. */
export class HostStarter {
  readonly #options: HostStarterOptions;
  readonly #folder: string;
  #prepared: Prepared;
  #count = 0;

  private constructor(options: HostStarterOptions, folder: string, prepared: Prepared) {
    this.#options = options;
    this.#folder = folder;
    this.#prepared = prepared;
  }

  /** @param folder a work folder, see `createWorkFolder` */
  static async prepare(options: HostStarterOptions, folder: string): Promise<HostStarter> {
    await mkdir(join(folder, 'hosts'));
    return new HostStarter(options, folder, await prepareIn(join(folder, 'libreoffice'), options));
  }

  async start(): Promise<HostProcess> {
    const folder = this.newFolder();
    const { hostFile } = this.#options;
    return HostProcess.start(folder, { ...(await this.#launch()), hostFile });
  }

  /** @throws Error without the options' `templateFile` */
  async startTemplate(): Promise<TemplateProcess> {
    const { templateFile } = this.#options;
    if (templateFile === undefined) throw new Error('There is no template.');
    const folder = this.newFolder();
    return TemplateProcess.start(folder, {
      ...(await this.#launch()),
      templateFile,
      documents: join(this.#folder, 'hosts'),
    });
  }

  /** A path for a new host's or document's folder, whose name is a number. */
  newFolder(): string {
    return join(this.#folder, 'hosts', `${(this.#count += 1)}`);
  }

  /** Whether the files that hosts share are as they were prepared. */
  isIntact(): boolean {
    const { shared, mark } = this.#prepared;
    try {
      return changeMark(shared) === mark;
    } catch {
      return false;
    }
  }

  async #launch(): Promise<Omit<HostOptions, 'hostFile'>> {
    if (!this.isIntact()) {
      process.emitWarning('The unpacked LibreOffice was modified; it is unpacked again.', {
        type: 'SecurityWarning',
      });
      const folder = join(this.#folder, `libreoffice-${(this.#count += 1)}`);
      this.#prepared = await prepareIn(folder, this.#options);
    }
    const { installation, warmUp } = this.#prepared;
    const { koffiFile, fontsConf, maximumFileBytes } = this.#options;
    const readable = [dirname(fontsConf), '/dev/null', '/dev/urandom'];
    return { installation, koffiFile, fontsConf, maximumFileBytes, warmUp, readable };
  }
}

async function prepareIn(folder: string, options: HostStarterOptions): Promise<Prepared> {
  const documents = join(folder, 'warm-up');
  await mkdir(documents, { recursive: true });
  const [installation, warmUp] = await Promise.all([
    installLibreOffice(options.libreOfficeRoot, folder),
    writeWarmUpDocuments(options.warmUp ?? documentKinds, documents),
  ]);
  const shared = [folder, documents, ...warmUp, ...installation.unpacked];
  return { installation, warmUp, shared, mark: changeMark(shared) };
}
