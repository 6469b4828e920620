import { openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Confinement } from '../../../base/processes/confinement/confine.ts';
import type { Libc, Native } from '../../../base/processes/native.ts';
import { dieWithParent } from '../../../base/processes/process-control.ts';
import type { confine } from './confinement.ts';
import type { Folders } from './document-folders.ts';
import type { ForkCalls } from './fork-calls.ts';
import {
  documentFolder,
  fontFolderName,
  type HostJob,
  type HostMessage,
  type HostStage,
  inputFolderName,
  messageDescriptor,
  outputFolderName,
  profileName,
  temporaryName,
} from './host-protocol.ts';
import { KitError, type LibreOfficeKit } from './kit.ts';
import { documentFiles, type TemplateSettings } from './template-protocol.ts';

/** What a process with a document has from its template. */
export interface DocumentTools {
  native: Native;
  libc: Libc;
  calls: ForkCalls;
  kit: LibreOfficeKit;
  settings: TemplateSettings;
  setFolders: (folders: Folders) => void;
  confine: typeof confine;
  /** The template's restrictions, which the kernel supports for documents too. */
  confinement: Confinement;
  templatePid: number;
  /** Descriptor of /dev/null. */
  nothing: number;
}

/**
 * The life of a process that a template forked: converts one document and ends. It takes leave of the template, confines
 * itself to the document's folder, waits until the document is there, and only then reads it and its name.
 *
 * `process.pid` is the template's here.
 *
 * @param inherited.start readable when the document is complete
 * @param inherited.pipes the template's other descriptors that are not files
 */
export function runDocument(
  document: number,
  { start, pipes }: { start: number; pipes: readonly number[] },
  tools: DocumentTools,
): never {
  const { native, libc, calls, settings, setFolders } = tools;
  const folder = join(settings.documents, `${document}`);
  calls.setpgid(0, 0);
  dieWithParent(native, libc, tools.templatePid);
  replaceDescriptors(folder, pipes, tools);
  process.chdir(join(folder, inputFolderName));
  const temporary = join(folder, temporaryName);
  calls.setenv('HOME', folder, 1);
  calls.setenv('TMPDIR', temporary, 1);
  setFolders({ temporary, profile: join(folder, profileName) });
  const { calls: hasFilter, files: hasLandlock } = tools.confine(
    native,
    libc,
    { ...settings, folder },
    calls.getpid(),
  );
  const { confinement } = tools;
  if (hasFilter !== confinement.calls || hasLandlock !== confinement.files) throw new Error('not confined');
  tools.kit.reseed();
  // Returns at the end of the pipe.
  readSync(start, Buffer.alloc(1));
  calls.dup2(tools.nothing, start);
  report(convert(folder, tools.kit));
  return calls._exit(0);
}

function report(message: HostMessage): void {
  writeSync(messageDescriptor, `${JSON.stringify(message)}\n`);
}

/** Converts the document of a job. */
function convert(folder: string, kit: LibreOfficeKit): HostMessage {
  // Anything but LibreOffice's own error about the document is our fault.
  let stage: HostStage = 'save';
  try {
    const job = JSON.parse(readFileSync(join(folder, documentFiles.job), 'utf8')) as HostJob;
    report({ event: 'opening' });
    const { fileName, fonts = [] } = job;
    kit.addFonts(fonts.map((name) => join(folder, fontFolderName, name)));
    const output = join(folder, outputFolderName);
    return { event: 'done', ...kit.convert(join(documentFolder, fileName), output, job, job) };
  } catch (error) {
    if (error instanceof KitError) stage = error.stage;
    return { event: 'failed', stage, message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Replaces the template's pipes by the files of the document, and by nothing: the process reads no commands, and writes
 * no messages of the template. The descriptors of the event loop stay open, because Node.js ends a process without them.
 */
function replaceDescriptors(
  folder: string,
  pipes: readonly number[],
  { calls, nothing }: DocumentTools,
): void {
  for (const descriptor of pipes) calls.dup2(nothing, descriptor);
  const log = openSync(join(folder, documentFiles.log), 'a');
  const outcome = openSync(join(folder, documentFiles.outcome), 'a');
  calls.dup2(nothing, 0);
  for (const output of [1, 2]) calls.dup2(log, output);
  calls.dup2(outcome, messageDescriptor);
}
