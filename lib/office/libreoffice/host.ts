/**
 * A LibreOffice that waits for one document: the program of the processes that `HostProcess` starts. Bundled as a file
 * of its own beside the handler.
 *
 * All of it is synchronous: the event loop would use io_uring, which the process gives up.
 */
import { readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  answerDescriptor,
  inputFolderName,
  outputName,
  profileName,
  type Confinement,
  type HostJob,
  type HostMessage,
  type HostSettings,
  type HostStage,
} from './host-protocol.ts';
import { KitError, LibreOfficeKit } from './kit.ts';
import { landlockVersion, restrictFiles } from './landlock.ts';
import { loadNative, openLibc, type Libc, type Native } from './native.ts';
import {
  dieWithParent,
  limitResource,
  renouncePrivileges,
  resources,
  setUndumpable,
} from './process-control.ts';
import { installFilter } from './seccomp.ts';

/**
 * What LibreOffice may use as stack, in bytes: deeply nested documents outgrow koffi's default. A process usually has
 * 8 MiB; this is the most that koffi takes.
 */
const stackSize = 16 * 1024 * 1024;

const standardInput = 0;
const POLLIN = 1;

function tell(message: HostMessage): void {
  writeSync(answerDescriptor, `${JSON.stringify(message)}\n`);
}

/** Gives up what a document has no use for. What the platform does not have is left out and said. */
function confine(native: Native, libc: Libc, settings: HostSettings): Confinement {
  try {
    // When memory runs out, the kernel is to choose this process and not the converter.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Without it, the converter's own watch on memory remains.
  }
  limitResource(native, libc, resources.core, 0);
  limitResource(native, libc, resources.fileSize, settings.maximumFileBytes);
  setUndumpable(native, libc);
  renouncePrivileges(native, libc);
  const files = landlockVersion(libc) > 0;
  if (files) {
    restrictFiles(native, libc, { readable: settings.readable, writable: [settings.folder] });
  }
  try {
    installFilter(native, libc);
    return { calls: true, files };
  } catch {
    return { calls: false, files };
  }
}

/** Whether a line is there to be read. */
function jobIsWaiting(libc: Libc): boolean {
  // struct pollfd: the descriptor, what is asked for, what is the case.
  const descriptor = Buffer.alloc(8);
  descriptor.writeInt32LE(standardInput, 0);
  descriptor.writeInt16LE(POLLIN, 4);
  return libc.poll(descriptor, 1, 0) > 0;
}

/** Waits for a job; there is none any more when the converter has closed the pipe. */
function readJob(): HostJob | undefined {
  let line = '';
  const chunk = Buffer.alloc(64 * 1024);
  while (!line.endsWith('\n')) {
    const length = readSync(standardInput, chunk);
    if (length === 0) return undefined;
    line += chunk.toString('utf8', 0, length);
  }
  return JSON.parse(line) as HostJob;
}

/** A LibreOffice that is ready for a document. */
function start(settings: HostSettings): (job: HostJob) => void {
  const native = loadNative(settings.koffiFile, stackSize);
  const libc = openLibc(native);
  dieWithParent(native, libc, settings.parent);
  const confinement = confine(native, libc, settings);
  const output = join(settings.folder, outputName);
  const kit = new LibreOfficeKit(native, settings.program, join(settings.folder, profileName));
  tell({ event: 'ready', confinement });

  // The first document of each kind pays for loading that kind's libraries. A real one that waits comes first.
  for (const document of settings.warmUp) {
    if (jobIsWaiting(libc)) break;
    kit.convertToPdf(document, output, '');
    rmSync(output);
  }
  if (!jobIsWaiting(libc)) tell({ event: 'warm' });

  return ({ fileName, filterOptions }) =>
    kit.convertToPdf(join(settings.folder, inputFolderName, fileName), output, filterOptions);
}

function run(settings: HostSettings): void {
  let stage: HostStage = 'start';
  try {
    const convert = start(settings);
    const job = readJob();
    if (!job) return;
    // What is not LibreOffice's own word on the document is our fault.
    stage = 'save';
    convert(job);
    tell({ event: 'done' });
  } catch (error) {
    if (stage !== 'start' && error instanceof KitError) stage = error.stage;
    tell({ event: 'failed', stage, message: error instanceof Error ? error.message : String(error) });
  }
  // The converter looks at the PDF and then kills this process. Until then nothing may be torn down.
  readJob();
}

run(JSON.parse(process.argv[2] ?? '') as HostSettings);
// LibreOffice cannot be left in an orderly way.
process.kill(process.pid, 'SIGKILL');
