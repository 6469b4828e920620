import type { Confinement } from '../../../base/processes/confinement/confine.ts';
import type { HostSettings } from './host-protocol.ts';

/**
 * The protocol between the converter and a template: JSON, one message per line, on the same descriptors as a host's. A
 * template knows a document only by its number, which is the name of the document's folder.
 */

/** A template's only argument. `folder` is the template's own. */
export interface TemplateSettings extends HostSettings {
  /** The parent of the documents' folders. */
  documents: string;
}

export type TemplateCommand =
  /** Forks a process for a document, whose folder exists. The process waits. */
  | { command: 'fork'; document: number }
  /** Lets the document's process begin: its folder is complete. */
  | { command: 'begin'; document: number }
  /** Kills the document's process. */
  | { command: 'end'; document: number };

export type TemplateMessage =
  | { event: 'ready'; confinement: Confinement }
  | { event: 'warm' }
  | { event: 'forked'; document: number; pid: number }
  /** @param how the name of the signal that ended the document's process, or `exit code <n>` */
  | { event: 'ended'; document: number; how: string }
  | { event: 'failed'; message: string };

/** The files of a document's folder besides those of a host's folder, which the converter creates. */
export const documentFiles = {
  /** The `HostJob`. */
  job: 'job.json',
  /** Receives the lines that a host writes to its channel. */
  outcome: 'outcome',
  /** Receives LibreOffice's output. */
  log: 'log',
} as const;

/** How a process ended that has an outcome. */
export const documentEnded = 'exit code 0';
