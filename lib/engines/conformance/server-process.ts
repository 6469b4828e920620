import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hearLines } from '../../base/processes/hear-lines.ts';
import {
  longestResponse,
  serverRequest,
  serverResponse,
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

export interface ServerSettings {
  /** The layer's `verapdf` folder. */
  root: string;
  /** For temporary files of Java. */
  folder: string;
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

  constructor({ root, folder, heapMegabytes }: ServerSettings) {
    const jars = readdirSync(join(root, 'jars')).sort();
    this.#child = spawn(
      join(root, 'lib/ld-linux-x86-64.so.2'),
      [
        '--library-path',
        join(root, 'lib'),
        join(root, 'runtime/bin/java'),
        ...javaFlags(folder, heapMegabytes),
        '-cp',
        jars.map((name) => join(root, 'jars', name)).join(':'),
        'ConformanceServer',
      ],
      // No variable of this process: its environment holds credentials.
      { cwd: folder, env: { LANG: 'C.UTF-8', TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'pipe'] },
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
      this.#next.resolve(serverResponse.parse(JSON.parse(line)));
    } catch (error) {
      this.#next.reject(error);
      void this.kill();
    }
  }
}

const javaFlags = (folder: string, heapMegabytes: number): string[] => [
  `-Xmx${heapMegabytes}m`,
  // One request at a time, on one or two processors.
  '-XX:+UseSerialGC',
  // Compiling for speed costs more than it saves in a process that validates a few files.
  '-XX:TieredStopAtLevel=1',
  // A process that is out of memory is replaced.
  '-XX:+ExitOnOutOfMemoryError',
  '-XX:-UsePerfData',
  '-Xshare:off',
  '-Djava.awt.headless=true',
  `-Djava.io.tmpdir=${folder}`,
  // XML in a file must not open other files.
  '-Djavax.xml.accessExternalDTD=',
  '-Djavax.xml.accessExternalSchema=',
  '-Djavax.xml.accessExternalStylesheet=',
];
