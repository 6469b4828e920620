import type { Use } from './function-watch.ts';

/** How a proof went. */
export interface Row {
  name: string;
  functionName: string;
  inputBytes: number;
  seconds: number;
  use: Use;
  /** Why it failed. */
  fault?: string;
}

const columns = [
  'proof',
  'input MB',
  'seconds',
  'CPU s',
  'peak MB by process',
  'together',
  '/tmp MB',
  'result',
];

/** Prints the head of a Markdown table of proofs; sizes are in MiB. */
export function printHead(): void {
  printCells(columns);
  printCells(columns.map(() => '---'));
}

/** Prints one proof: what its function took, with what that had started. */
export function printRow({ name, functionName, inputBytes, seconds, use, fault }: Row): void {
  const processes = [...use.processes].map(
    ([kind, bytes]) => `${kind === 'function' ? functionName : kind} ${megabytes(bytes)}`,
  );
  printCells([
    name,
    megabytes(inputBytes),
    seconds.toFixed(1),
    use.cpu.toFixed(1),
    processes.join(', '),
    `${megabytes(use.together)} of ${use.memorySize}`,
    megabytes(use.disk),
    fault ?? 'ok',
  ]);
}

const printCells = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

const megabytes = (bytes: number): string => String(Math.ceil(bytes / 1024 / 1024));
