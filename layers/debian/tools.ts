import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs Debian's own programs (`apt-get`, `apt-cache`, `dpkg-deb`, `xargs`, `sh`), here or in a container. */
export interface DebianTools {
  /** Where the programs run, for the progress lines. */
  readonly place: string;
  /**
   * Runs one program to its end.
   *
   * @returns its standard output
   * @throws Error when it fails, with its standard error
   */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<string>;
}

export interface RunOptions {
  readonly input?: string;
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** An image of a release with apt and dpkg. Which release matters little, since it only downloads and unpacks. */
const containerImage = 'debian:trixie-slim';

/** How to get a machine that can build the layers; part of every error that this machine cannot. */
export const buildMachineHint =
  'The layers are made from Debian packages. Build them on Debian (apt-get and dpkg-deb, no root needed), ' +
  'or on any machine with Docker, whose daemon must be running and reachable for your user.';

async function execute(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...options.environment },
    stdio: 'pipe',
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // A program that ends before it has read its input closes the pipe; its exit status shows why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const status = await new Promise<number | string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  if (status !== 0) {
    const text = Buffer.concat(errors).toString().trim();
    throw new Error(`${command} ${args[0] ?? ''} ended with ${String(status)}:\n${text}`);
  }
  return Buffer.concat(output).toString();
}

const works = async (command: string, args: readonly string[]): Promise<boolean> =>
  promisify(execFile)(command, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  );

const localTools: DebianTools = {
  place: 'this machine',
  run: (command, args, options = {}) => execute(command, args, options),
};

/** `sharedFolder` is mounted under the same path, so that the same arguments are valid inside and outside. */
const containerTools = (sharedFolder: string): DebianTools => ({
  place: `a ${containerImage} container`,
  run: (command, args, options = {}) => {
    const user =
      process.getuid && process.getgid
        ? ['--user', `${String(process.getuid())}:${String(process.getgid())}`]
        : [];
    const environment = Object.entries({ LC_ALL: 'C.UTF-8', ...options.environment }).flatMap(
      ([name, value]) => ['--env', `${name}=${value}`],
    );
    const folder = [
      '--volume',
      `${sharedFolder}:${sharedFolder}`,
      '--workdir',
      options.folder ?? sharedFolder,
    ];
    return execute(
      'docker',
      ['run', '--rm', '--interactive', ...user, ...environment, ...folder, containerImage, command, ...args],
      options.input === undefined ? {} : { input: options.input },
    );
  },
});

/**
 * Debian's programs on this machine if it runs Debian, otherwise in a container. Other systems with apt are rejected:
 * their mirrors do not have Debian's packages.
 */
export async function findDebianTools(sharedFolder: string): Promise<DebianTools> {
  const isDebian = await works('sh', ['-c', '. /etc/os-release && [ "$ID" = debian ]']);
  if (isDebian && (await works('apt-get', ['--version'])) && (await works('dpkg-deb', ['--version']))) {
    return localTools;
  }
  if (await works('docker', ['info'])) return containerTools(sharedFolder);
  throw new Error(`Neither Debian's apt-get and dpkg-deb nor a running Docker is here. ${buildMachineHint}`);
}
