import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Confinement } from '../../base/processes/confinement/confine.ts';
import { hearLines } from '../../base/processes/hear-lines.ts';
import type { LaunchSettings } from './launch-settings.ts';
import {
  longestResponse,
  serverRequest,
  serverLine,
  type ServerResponse,
  type ValidationRequest,
} from './server-protocol.ts';

/** Printed output that is kept for error messages, in characters. */
const keptOutput = 4096;

/** Lines of one process together, in characters: a process that says more than this in its life is replaced. */
const mostCharacters = 100 * longestResponse;

/** The process ended before it responded. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';
}

/** Node.js without the threads and features that the launcher does not need. */
const launcherFlags = ['--v8-pool-size=0', '--max-semi-space-size=1', '--disable-sigusr1'];

/** Java copies what it decodes into temporary files. In bytes. */
const largestTemporaryFile = 1024 ** 3;

export interface ServerSettings {
  /** The layer's `verapdf` folder. */
  root: string;
  /** The bundled or plain `launcher` module. */
  launcherFile: string;
  koffiFile: string;
  /** The folder of the files to validate. */
  folder: string;
  /** An existing folder for temporary files of Java. */
  temporary: string;
  /** Size of Java's heap, in MiB. */
  heapMegabytes: number;
}

/** The process of Java in which veraPDF validates one file at a time. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<undefined>;
  #next = Promise.withResolvers<ServerResponse>();
  #alive = true;
  #output = '';

  #confinement: Confinement | undefined;

  constructor(settings: ServerSettings) {
    this.#child = spawn(
      process.execPath,
      [...launcherFlags, settings.launcherFile, JSON.stringify(launchOf(settings))],
      // No variable of this process: its environment holds credentials.
      { cwd: settings.temporary, env: {}, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#ended = promise;
    const end = (how: string): void => {
      this.#alive = false;
      this.#next.reject(new ServerEnded(`veraPDF ended with ${how}. ${this.#output}`.trimEnd()));
      resolve(undefined);
    };
    this.#child.once('error', (error) => end(error.message));
    this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code ?? 'unknown'}`));
    // Nobody needs to wait for a response when the process ends.
    this.#next.promise.catch(() => undefined);
    this.#listen();
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The restrictions on the process; undefined until it is ready. */
  get confinement(): Confinement | undefined {
    return this.#confinement;
  }

  /** Resolves when the process takes requests. */
  async ready(): Promise<void> {
    await this.#next.promise;
  }

  /** Validates a file. Call it again only after it has settled. */
  validate(request: ValidationRequest): Promise<ServerResponse> {
    if (!this.#alive) return Promise.reject(new ServerEnded('veraPDF has ended'));
    this.#next = Promise.withResolvers();
    this.#next.promise.catch(() => undefined);
    this.#child.stdin?.write(serverRequest(request));
    return this.#next.promise;
  }

  /** Kills the process and waits until it has ended. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #listen(): void {
    const { stdin, stdout, stderr } = this.#child;
    // A dead process is reported by its exit.
    stdin?.on('error', () => undefined);
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutput);
    });
    hearLines(stdout, {
      mostCharacters,
      line: (line) => this.#hear(line),
      tooMany: () => void this.kill(),
    });
  }

  #hear(line: string): void {
    try {
      const response = serverLine.parse(JSON.parse(line));
      if (response.outcome === 'launched') this.#confinement ??= response.confinement;
      else this.#next.resolve(response);
    } catch (error) {
      this.#next.reject(new ServerEnded('veraPDF printed something other than a response', { cause: error }));
      void this.kill();
    }
  }
}

/** How Java is started, and what it may use. */
function launchOf({ root, koffiFile, folder, temporary, heapMegabytes }: ServerSettings): LaunchSettings {
  const jars = readdirSync(join(root, 'jars')).sort();
  return {
    parent: process.pid,
    koffiFile,
    program: join(root, 'lib/ld-linux-x86-64.so.2'),
    args: [
      '--library-path',
      join(root, 'lib'),
      join(root, 'runtime/bin/java'),
      ...javaFlags(temporary, heapMegabytes),
      '-cp',
      jars.map((name) => join(root, 'jars', name)).join(':'),
      'ConformanceServer',
    ],
    environment: { LANG: 'C.UTF-8', TZ: 'UTC' },
    readable: [root, folder, '/dev/null', '/dev/random', '/dev/urandom'],
    writable: [temporary],
    maximumFileBytes: largestTemporaryFile,
  };
}

const javaFlags = (folder: string, heapMegabytes: number): string[] => [
  `-Xmx${heapMegabytes}m`,
  // One request at a time, on one or two processors.
  '-XX:+UseSerialGC',
  // Compiling for speed costs more than it saves in a process that validates a few files.
  '-XX:TieredStopAtLevel=1',
  // A process that is out of memory is replaced.
  '-XX:+ExitOnOutOfMemoryError',
  // Standard output has nothing but responses.
  '-XX:+DisplayVMOutputToStderr',
  '-XX:-UsePerfData',
  '-Xshare:off',
  '-Djava.awt.headless=true',
  `-Djava.io.tmpdir=${folder}`,
  // XML in a file must not open other files.
  '-Djavax.xml.accessExternalDTD=',
  '-Djavax.xml.accessExternalSchema=',
  '-Djavax.xml.accessExternalStylesheet=',
];
