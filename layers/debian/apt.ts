import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePackagesIndex, type IndexedPackage } from './control.ts';
import {
  formatSources,
  parseSourceLines,
  parseSourceParagraphs,
  retargetSources,
  type AptSource,
} from './sources.ts';
import { buildMachineHint, type DebianTools } from './tools.ts';

const archiveKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Prints every readable file in its arguments, separated by empty lines. */
const printFiles = 'for f in "$@"; do if [ -r "$f" ]; then cat "$f"; printf "\\n\\n"; fi; done';
const readFiles = (tools: DebianTools, pattern: string): Promise<string> =>
  tools.run('sh', ['-c', `set -- ${pattern}; ${printFiles}`]);

async function machineSources(tools: DebianTools, release: string): Promise<AptSource[]> {
  const lines = await readFiles(tools, '/etc/apt/sources.list /etc/apt/sources.list.d/*.list');
  const paragraphs = await readFiles(tools, '/etc/apt/sources.list.d/*.sources');
  const codename = (await tools.run('sh', ['-c', '. /etc/os-release; echo "$VERSION_CODENAME"'])).trim();
  const sources = retargetSources(
    [...parseSourceLines(lines), ...parseSourceParagraphs(paragraphs)],
    codename,
    release,
  );
  if (sources.length === 0) {
    throw new Error(`apt's configuration names no Debian mirror for "${codename}". ${buildMachineHint}`);
  }
  return sources;
}

/**
 * apt with private state and cache. It uses another release than the machine's, sees no package as installed, needs no
 * root and changes nothing outside `folder`. Mirrors, proxies and credentials are the machine's.
 */
export class PrivateApt {
  readonly #tools: DebianTools;
  readonly #folder: string;

  private constructor(tools: DebianTools, folder: string) {
    this.#tools = tools;
    this.#folder = folder;
  }

  /** Configures apt for one release and downloads its package indices. */
  static async open(
    tools: DebianTools,
    folder: string,
    release: { suite: string; architecture: string },
  ): Promise<PrivateApt> {
    const apt = new PrivateApt(tools, folder);
    const at = (name: string): string => join(folder, name);
    for (const name of ['state/lists/partial', 'cache/archives/partial', 'sources']) {
      await mkdir(at(name), { recursive: true });
    }
    await writeFile(at('status'), '');
    const sources = await machineSources(tools, release.suite);
    await writeFile(at('sources/debian.sources'), formatSources(sources, archiveKeyring));
    await writeFile(
      at('apt.conf'),
      [
        `Dir::State "${at('state')}";`,
        `Dir::State::status "${at('status')}";`,
        `Dir::Cache "${at('cache')}";`,
        'Dir::Etc::sourcelist "/dev/null";',
        `Dir::Etc::sourceparts "${at('sources')}";`,
        'Dir::Etc::preferences "/dev/null";',
        'Dir::Etc::preferencesparts "/dev/null";',
        `APT::Architecture "${release.architecture}";`,
        '#clear APT::Architectures;',
        `APT::Architectures { "${release.architecture}"; };`,
        'Acquire::Languages "none";',
        'Acquire::Retries "3";',
        // As root, apt would switch to a user that cannot write here.
        'APT::Sandbox::User "root";',
        // The machine's hooks clean up the machine's own cache.
        '#clear APT::Update::Pre-Invoke;',
        '#clear APT::Update::Post-Invoke;',
        '#clear APT::Update::Post-Invoke-Success;',
        '',
      ].join('\n'),
    );
    await apt.#run('apt-get', ['--quiet', '--error-on=any', 'update']).catch((cause: unknown) => {
      throw new Error(
        `apt could not fetch the package lists of Debian "${release.suite}". If it misses a key, this machine's ` +
          'package debian-archive-keyring is older than that release; update it, or build where Docker is.',
        { cause },
      );
    });
    return apt;
  }

  /** Every version of the named packages that the mirrors currently have. */
  async available(names: readonly string[]): Promise<IndexedPackage[]> {
    return parsePackagesIndex(await this.#run('apt-cache', ['--quiet', 'show', ...names]));
  }

  /** The newest version of the named packages and of all their dependencies (without recommended packages). */
  async closure(names: readonly string[]): Promise<IndexedPackage[]> {
    const plan = await this.#run('apt-get', [
      '--quiet',
      '--simulate',
      '--no-install-recommends',
      'install',
      ...names,
    ]);
    const chosen = [...plan.matchAll(/^Inst (\S+) \((\S+) /gm)].map(([, name = '', version = '']) => {
      return `${name.replace(/:.*$/, '')}=${version}`;
    });
    return parsePackagesIndex(await this.#run('apt-cache', ['--quiet', 'show', ...chosen]));
  }

  /** Downloads packages in exactly these versions into `folder`. apt chooses the file names. */
  async download(packages: readonly IndexedPackage[], folder: string): Promise<void> {
    const pins = packages.map(({ name, version }) => `${name}=${version}`);
    await this.#run('apt-get', ['--quiet', 'download', ...pins], folder);
  }

  #run(command: string, args: readonly string[], folder = this.#folder): Promise<string> {
    return this.#tools.run(command, args, {
      folder,
      environment: { APT_CONFIG: join(this.#folder, 'apt.conf') },
    });
  }
}
