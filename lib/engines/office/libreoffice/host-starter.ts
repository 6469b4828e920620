import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documentKinds, type DocumentKind } from './host-protocol.ts';
import { HostProcess } from './host-process.ts';
import { installLibreOffice, type Installation } from './installation.ts';
import { changeMark } from './tamper-evidence.ts';
import { writeWarmUpDocuments } from './warm-up-documents.ts';

export interface HostStarterOptions {
  libreOfficeRoot: string;
  fontsConf: string;
  hostFile: string;
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

/** Starts hosts from one unpacked LibreOffice, and unpacks it again if any of its files changed. */
export class HostStarter {
  readonly #options: HostStarterOptions;
  readonly #folder: string;
  #prepared: Prepared;
  #hosts = 0;

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
    const number = (this.#hosts += 1);
    const { shared, mark } = this.#prepared;
    if ((await changeMark(shared).catch(() => undefined)) !== mark) {
      process.emitWarning('The unpacked LibreOffice was modified; it is unpacked again.', {
        type: 'SecurityWarning',
      });
      this.#prepared = await prepareIn(join(this.#folder, `libreoffice-${number}`), this.#options);
    }
    const { installation, warmUp } = this.#prepared;
    const { hostFile, koffiFile, fontsConf, maximumFileBytes } = this.#options;
    return HostProcess.start(join(this.#folder, 'hosts', `${number}`), {
      installation,
      hostFile,
      koffiFile,
      fontsConf,
      maximumFileBytes,
      warmUp,
      readable: [dirname(fontsConf), '/dev/null', '/dev/urandom'],
    });
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
  return { installation, warmUp, shared, mark: await changeMark(shared) };
}
