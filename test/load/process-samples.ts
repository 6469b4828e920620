import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { descendantsOf } from '../support/local-run.ts';

/** What stands for AWS. */
export const localRunName = 'local run';

/** What one process of the service holds at one moment. */
export interface Sample {
  pid: number;
  /** The function's logical id, or `localRunName`. */
  name: string;
  /** Bytes that are its own. */
  memory: number;
  descriptors: number;
  /** Processes that it has started: LibreOffice, Chromium. */
  engines: number;
  /** Bytes of these. */
  engineMemory: number;
  /** Entries in what is `/tmp` for it. */
  temporaryEntries: number;
}

/** Looks at all processes of a local run, given its process id. */
export function sampleProcesses(run: number): Sample[] {
  return [run, ...childrenOf(run)].flatMap((pid) => {
    const environment = read(`/proc/${pid}/environ`);
    const variable = (name: string): string =>
      new RegExp(`(?:^|\\0)${name}=([^\\0]*)`).exec(environment)?.[1] ?? '';
    const name = pid === run ? localRunName : variable('AWS_LAMBDA_FUNCTION_NAME');
    if (name === '') return [];
    const engines = pid === run ? [] : descendantsOf(pid);
    return [
      {
        pid,
        name,
        memory: memoryOf(pid),
        descriptors: entries(`/proc/${pid}/fd`),
        engines: engines.length,
        engineMemory: engines.reduce((sum, engine) => sum + memoryOf(engine), 0),
        temporaryEntries: pid === run ? 0 : entries(join(variable('TMPDIR'), '.')),
      },
    ];
  });
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const memoryOf = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

/** Processes go while they are looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function entries(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}
