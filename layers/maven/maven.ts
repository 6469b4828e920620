import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { BuildKit } from '../build-kit.ts';
import { fetchPackages } from '../debian/assemble.ts';
import { sha256Of } from '../debian/file-archive.ts';
import type { LockedJar } from '../debian/lock.ts';
import { PackageFiles } from '../debian/package-files.ts';
import { cacheFolder } from '../folders.ts';
import type { Jdk } from '../java/jdk.ts';
import type { Progress } from '../layer.ts';

/** A downloaded library. */
export interface ArrivedJar extends LockedJar {
  readonly file: string;
}

type Coordinates = Pick<LockedJar, 'group' | 'artifact' | 'version'>;

/** The plugin that copies libraries into a folder. */
const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

const installation = '/usr/share/maven';
const configuration = '/etc/maven';
const machineSettings = `${configuration}/settings.xml`;
const userSettings = join(homedir(), '.m2/settings.xml');

/** A project with these dependencies. */
export function pomOf(jars: readonly Coordinates[], { withDependencies = false } = {}): string {
  const exclusions =
    '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>';
  const dependencies = jars.map(
    ({ group, artifact, version }) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>` +
      `${withDependencies ? '' : exclusions}</dependency>`,
  );
  return (
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
    '<groupId>layers</groupId><artifactId>jars</artifactId><version>1</version>' +
    `<dependencies>${dependencies.join('')}</dependencies></project>`
  );
}

/**
 * Debian's Maven, unpacked in a folder. Its repositories, mirrors and proxies are those of the settings of the user and
 * the machine; its downloads are in the layers' cache.
 */
export class Maven {
  readonly #jdk: Jdk;
  readonly #kit: BuildKit;

  private constructor(jdk: Jdk, kit: BuildKit) {
    this.#jdk = jdk;
    this.#kit = kit;
  }

  static async install(jdk: Jdk, kit: BuildKit, progress: Progress): Promise<Maven> {
    const { archive, openApt, tools } = kit.sources;
    const closure = await (await openApt()).closure(['maven']);
    // The others are Debian's JDK, which is here already, and what it needs.
    const packages = closure.filter(({ name }) => name === 'maven' || /^lib.*-java$/.test(name));
    await fetchPackages(archive, packages, openApt, progress);
    const certificates = closure.filter(({ name }) => name === 'ca-certificates');
    await fetchPackages(archive, certificates, openApt, progress);
    const unpacked = kit.path('maven-packages');
    const all = [...packages, ...certificates];
    await archive.unpack(all, unpacked, tools);
    const files = await PackageFiles.read(
      unpacked,
      all.map(({ name }) => name),
    );
    for (const [from, to] of [
      [installation, 'maven'],
      // In a package, `conf` is a link to this folder.
      [configuration, 'maven/conf'],
    ] as const) {
      for (const path of files.below(from)) {
        await copyTo(files.use(`${from}/${path}`).file, kit.path(`${to}/${path}`));
      }
    }
    await writeTrust(jdk, kit, files);
    return new Maven(jdk, kit);
  }

  /**
   * Downloads the dependencies of a project.
   *
   * @param pom the project's description
   */
  async fetch(pom: string): Promise<ArrivedJar[]> {
    const home = this.#kit.path('maven');
    const project = this.#kit.path('project');
    const arrivals = this.#kit.path('jars');
    await mkdir(project, { recursive: true });
    await writeFile(join(project, 'pom.xml'), pom);
    const settings = await this.#settings(project);
    try {
      await this.#jdk.java(
        [
          `-Djavax.net.ssl.trustStore=${this.#kit.path('trust.p12')}`,
          '-Djavax.net.ssl.trustStoreType=PKCS12',
          '-classpath',
          await classPathOf(join(home, 'boot')),
          `-Dclassworlds.conf=${join(home, 'bin/m2.conf')}`,
          `-Dmaven.home=${home}`,
          `-Dmaven.multiModuleProjectDirectory=${project}`,
          `-Dmaven.repo.local=${join(cacheFolder, 'maven')}`,
          'org.codehaus.plexus.classworlds.launcher.Launcher',
          '--batch-mode',
          '--quiet',
          ...settings,
          copyDependencies,
          `-DoutputDirectory=${arrivals}`,
          '-Dmdep.useRepositoryLayout=true',
        ],
        project,
      );
      return await arrivedIn(arrivals);
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  }

  /** Options with copies of the settings, which can contain passwords: Debian's tools can read no other folder. */
  async #settings(project: string): Promise<string[]> {
    const options: string[] = [];
    for (const [option, file] of [
      ['--settings', userSettings],
      ['--global-settings', machineSettings],
    ] as const) {
      if (!existsSync(file)) continue;
      const copy = join(project, `${option.slice(2)}.xml`);
      await writeFile(copy, await readFile(file), { mode: 0o600 });
      options.push(option, copy);
    }
    return options;
  }
}

async function copyTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

async function classPathOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(folder, name))
    .join(':');
}

/** The certificates that this machine trusts; where it has no list, those of Debian. */
async function writeTrust(jdk: Jdk, kit: BuildKit, files: PackageFiles): Promise<void> {
  const ofMachine = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'].find(
    existsSync,
  );
  const debian = '/usr/share/ca-certificates/mozilla';
  const texts = ofMachine
    ? [await readFile(ofMachine, 'utf8')]
    : await Promise.all(files.below(debian).map((name) => files.readText(`${debian}/${name}`)));
  const bundle = kit.path('trust.pem');
  await writeFile(bundle, texts.join('\n'));
  const program = kit.path('TrustStore.java');
  await copyTo(join(import.meta.dirname, 'TrustStore.java'), program);
  await jdk.java([program, bundle, kit.path('trust.p12')]);
}

/** Reads coordinates from the paths of Maven's repository layout: `org/verapdf/core/1.30.2/core-1.30.2.jar`. */
async function arrivedIn(folder: string): Promise<ArrivedJar[]> {
  const jars: ArrivedJar[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jar')) continue;
    const file = join(entry.parentPath, entry.name);
    const parts = relative(folder, dirname(file)).split(sep);
    const [version = '', artifact = ''] = parts.splice(-2).reverse();
    const { size } = await stat(file);
    jars.push({ group: parts.join('.'), artifact, version, size, sha256: await sha256Of(file), file });
  }
  return jars;
}
