import { rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Confinement } from '../../../base/processes/confinement/confine.ts';
import {
  messageDescriptor,
  documentFolder,
  fontFolderName,
  outputFolderName,
  outputNameOf,
  profileName,
  type HostJob,
  type HostMessage,
  type HostResult,
  type HostSettings,
  type HostStage,
} from './host-protocol.ts';
import { KitError, LibreOfficeKit, stackSize, warmUpOutput } from './kit.ts';
import { readLines, waitForInput } from './standard-input.ts';
import { loadNative, openLibc, type Libc, type Native } from '../../../base/processes/native.ts';
import { dieWithParent, endByFaults } from '../../../base/processes/process-control.ts';

function report(message: HostMessage): void {
  writeSync(messageDescriptor, `${JSON.stringify(message)}\n`);
}

/** Whether a job, or the end of the pipe, is there to read. */
const jobIsWaiting = (libc: Libc): boolean => waitForInput(libc, [], 0).input;

/** Waits for a job; undefined if the converter has closed the pipe. */
function readJob(): HostJob | undefined {
  const [line] = readLines() ?? [];
  return line === undefined ? undefined : (JSON.parse(line) as HostJob);
}

/** Starts a LibreOffice that is ready for a document. */
function start(settings: HostSettings, confine: Confine): (job: HostJob) => HostResult {
  const native = loadNative(settings.koffiFile, stackSize);
  const libc = openLibc(native);
  dieWithParent(native, libc, settings.parent);
  const confinement = confine(native, libc, settings);
  const output = join(settings.folder, outputFolderName);
  const kit = new LibreOfficeKit(native, settings.program, join(settings.folder, profileName));
  endByFaults(libc);
  report({ event: 'ready', confinement });

  // The first document of each kind loads that kind's libraries. A real document that already waits comes first.
  for (const document of settings.warmUp) {
    if (jobIsWaiting(libc)) break;
    const outputFile = join(output, outputNameOf(warmUpOutput.format));
    kit.convert(document, output, warmUpOutput);
    rmSync(outputFile);
  }
  if (!jobIsWaiting(libc)) report({ event: 'warm' });

  return (job) => {
    const { fileName, fonts = [] } = job;
    kit.addFonts(fonts.map((name) => join(settings.folder, fontFolderName, name)));
    return kit.convert(join(documentFolder, fileName), output, job, job);
  };
}

/**
 * Takes away the rights that a document must not have, before LibreOffice starts in the process. Returns the
 * restrictions in force.
 */
export type Confine = (native: Native, libc: Libc, settings: HostSettings) => Confinement;

function run(settings: HostSettings, confine: Confine): void {
  let stage: HostStage = 'start';
  try {
    const convert = start(settings, confine);
    const job = readJob();
    if (!job) return;
    // Anything but LibreOffice's own error about the document is our fault.
    stage = 'save';
    report({ event: 'opening' });
    report({ event: 'done', ...convert(job) });
  } catch (error) {
    if (stage !== 'start' && error instanceof KitError) stage = error.stage;
    report({ event: 'failed', stage, message: error instanceof Error ? error.message : String(error) });
  }
  // The converter checks the PDF and then kills this process. Nothing may be torn down before.
  readJob();
}

/**
 * Turns this process into a LibreOffice that waits for one document, and ends it afterwards. Its only argument is
 * `HostSettings`.
 *
 * Everything is synchronous: the event loop would use io_uring, which the process gives up.
 */
export function runHost(confine: Confine): void {
  run(JSON.parse(process.argv[2] ?? '') as HostSettings, confine);
  // LibreOffice has no clean shutdown.
  process.kill(process.pid, 'SIGKILL');
}
