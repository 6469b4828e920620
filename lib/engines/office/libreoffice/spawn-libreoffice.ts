import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { temporaryName } from './host-protocol.ts';
import type { Installation } from './installation.ts';

/**
 * Node without the threads and features that a host does not need. A thread that started before the file system is
 * restricted would keep its access.
 */
const nodeFlags = ['--v8-pool-size=0', '--max-semi-space-size=1', '--disable-sigusr1'];

export interface LibreOfficeProgram {
  /** The bundled or plain module. */
  program: string;
  /** Its argument. */
  settings: string;
  /** The process's folder, with the folder of its temporary files. */
  folder: string;
  cwd: string;
  /** Further flags of Node.js. */
  flags?: readonly string[];
  /** Further variables. */
  env?: Readonly<Record<string, string>>;
}

/** Starts a process with LibreOffice's C library, in which Node.js runs a program that loads LibreOffice. */
export function spawnLibreOffice(
  { program, settings, folder, cwd, flags = [], env = {} }: LibreOfficeProgram,
  { installation, fontsConf }: { installation: Installation; fontsConf: string },
): ChildProcess {
  return spawn(
    installation.loader,
    [
      '--library-path',
      [...installation.libraryPath, join(dirname(dirname(process.execPath)), 'lib')].join(':'),
      process.execPath,
      ...nodeFlags,
      ...flags,
      program,
      settings,
    ],
    {
      // See `documentFolder`.
      cwd,
      // No variable of this process: its environment holds credentials.
      env: {
        FONTCONFIG_FILE: fontsConf,
        HOME: folder,
        TMPDIR: join(folder, temporaryName),
        SAL_USE_VCLPLUGIN: 'svp',
        PATH: '/nonexistent',
        LANG: 'C.UTF-8',
        // Documents print times; they must not be in this machine's time zone.
        TZ: 'UTC',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      // A separate process group, which can be killed as one.
      detached: true,
    },
  );
}
