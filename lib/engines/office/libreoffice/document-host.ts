import type { HostJob, HostMessage } from './host-protocol.ts';

/** The outcome of a document's conversion. */
export type HostOutcome = Extract<HostMessage, { event: 'done' | 'failed' }>;

/** A process for one document: a fresh one (`HostProcess`) or a template's fork (`ForkedHost`). */
export interface DocumentHost {
  /** The process's folder. */
  readonly folder: string;
  /** The folder for the document. */
  readonly inputFolder: string;
  /** Resolves when the process has ended, with a description of how. */
  readonly ended: Promise<string>;
  /** The end of what LibreOffice printed. */
  readonly diagnostics: string;
  readonly residentBytes: number;
  /** Whether LibreOffice has started to read the document. Earlier failures cannot be the document's fault. */
  readonly documentOpened: boolean;
  /** Converts the document. */
  send(job: HostJob): void;
  /** Resolves to the outcome, or to undefined if the process ends without one. */
  outcome(): Promise<HostOutcome | undefined>;
  /** Kills the process and waits until it has ended. */
  kill(): Promise<void>;
  /** Kills the process and removes its folder. */
  dispose(): Promise<void>;
}
