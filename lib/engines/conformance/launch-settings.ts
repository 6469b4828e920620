import type { Confinement } from '../../base/processes/confinement/confine.ts';

/** The argument of the program in `launcher.ts`. */
export interface LaunchSettings {
  /** The id of the process that starts it, and with which it ends. */
  parent: number;
  koffiFile: string;
  /** The path of the program that replaces it. */
  program: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Folders and files that it reads. */
  readable: readonly string[];
  /** Folders that it writes. */
  writable: readonly string[];
  maximumFileBytes: number;
}

/** The line that the launcher prints before it replaces itself. */
export const launchMessage = (confinement: Confinement): string =>
  `${JSON.stringify({ outcome: 'launched', confinement })}\n`;
