import { openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { loadNative, openLibc } from '../../../base/processes/native.ts';
import { dieWithParent, endByFaults, renouncePrivileges } from '../../../base/processes/process-control.ts';
import type { confine, confineTemplate } from './confinement.ts';
import { pipeDescriptors } from './descriptors.ts';
import { type DocumentTools, runDocument } from './document-run.ts';
import { folderSwitch } from './document-folders.ts';
import { openForkCalls } from './fork-calls.ts';
import { Forks } from './forks.ts';
import { messageDescriptor, outputNameOf, profileName } from './host-protocol.ts';
import { inheritMemory } from './inherited-memory.ts';
import { LibreOfficeKit, stackSize, warmUpOutput } from './kit.ts';
import { readLines, waitForInput } from './standard-input.ts';
import type { TemplateCommand, TemplateMessage, TemplateSettings } from './template-protocol.ts';

/** What takes rights away from the template, and from the processes with documents. */
export interface TemplateConfinement {
  template: typeof confineTemplate;
  document: typeof confine;
}

function report(message: TemplateMessage): void {
  writeSync(messageDescriptor, `${JSON.stringify(message)}\n`);
}

/** Starts LibreOffice and returns what runs on its main thread. */
function start(settings: TemplateSettings, confinement: TemplateConfinement): () => void {
  const native = loadNative(settings.koffiFile, stackSize);
  const libc = openLibc(native);
  const calls = openForkCalls(native);
  dieWithParent(native, libc, settings.parent);
  renouncePrivileges(native, libc);
  inheritMemory(native, libc, calls);
  const nothing = openSync('/dev/null', 'r+');
  const restrictions = confinement.template(native, libc, settings);
  const kit = new LibreOfficeKit(native, settings.program, join(settings.folder, profileName));
  const setFolders = folderSwitch(native, settings.program, kit.library);
  endByFaults(libc);
  const tools: DocumentTools = {
    native,
    libc,
    calls,
    kit,
    settings,
    setFolders,
    confine: confinement.document,
    confinement: restrictions,
    templatePid: process.pid,
    nothing,
  };
  return () =>
    kit.runLoop(() => {
      report({ event: 'ready', confinement: restrictions });
      serve(tools);
      return calls._exit(0);
    });
}

/**
 * Forks processes for documents until the converter closes the pipe. Converts the tiny documents while no document is
 * being converted, which would share its processor with them.
 */
function serve(tools: DocumentTools): void {
  const { libc, calls, kit, settings } = tools;
  const forks = new Forks(calls);
  const warmUp = [...settings.warmUp];
  const output = join(settings.folder, outputNameOf(warmUpOutput.format));
  /** Without those of `forks`. A template that is warm opens no others. */
  let own: readonly number[] | undefined;
  const pipes = (): readonly number[] => {
    const { all } = forks;
    const current = own ?? pipeDescriptors().filter((descriptor) => !all.includes(descriptor));
    if (warmUp.length === 0) own = current;
    return current;
  };
  if (warmUp.length === 0) report({ event: 'warm' });
  const mayWarmUp = (): boolean => warmUp.length > 0 && forks.descriptors.length === 0;
  for (;;) {
    const wait = waitForInput(libc, forks.descriptors, mayWarmUp() ? 0 : -1);
    if (wait.input) {
      const lines = readLines();
      if (lines === undefined) return;
      for (const line of lines) {
        const { command, document } = JSON.parse(line) as TemplateCommand;
        if (command === 'end') {
          forks.end(document);
          continue;
        }
        if (command === 'begin') {
          forks.begin(document);
          continue;
        }
        const inherited = pipes();
        const pid = forks.start(document, ({ start, others }) =>
          runDocument(document, { start, pipes: [...inherited, ...others] }, tools),
        );
        report(
          pid === undefined
            ? { event: 'ended', document, how: 'no process left' }
            : { event: 'forked', document, pid },
        );
      }
    }
    for (const ended of forks.reap(wait.others)) report({ event: 'ended', ...ended });
    // A real document that already waits comes first.
    if (wait.input || wait.others || !mayWarmUp()) continue;
    kit.warmUp(warmUp.shift() ?? '', output);
    rmSync(output);
    if (warmUp.length === 0) report({ event: 'warm' });
  }
}

/**
 * Turns this process into a LibreOffice that forks a process for each document. It never sees a document, and knows
 * none of their names. Its only argument is `TemplateSettings`.
 *
 * Everything is synchronous and happens in the first callback of LibreOffice's loop: a fork has only the thread that
 * called fork, and LibreOffice must not lose one.
 */
export function runTemplate(confinement: TemplateConfinement): void {
  try {
    start(JSON.parse(process.argv[2] ?? '') as TemplateSettings, confinement)();
  } catch (error) {
    report({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  // LibreOffice has no clean shutdown.
  process.kill(process.pid, 'SIGKILL');
}
