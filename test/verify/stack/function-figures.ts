import { functionNames } from '../../../cdk/functions.ts';
import { type FunctionLogs, invocationOf } from './function-logs.ts';

/** What Lambda reported about the invocations of one function. */
export interface FunctionFigures {
  name: string;
  invocations: number;
  coldStarts: number;
  /** Milliseconds of the slowest initialization; undefined without a cold start. */
  initialization: number | undefined;
  /** Megabytes: the least and the most that were reported, and what the function has; undefined if not reported. */
  memory: { least: number; most: number; size: number } | undefined;
}

/** Reads the `REPORT` lines of all functions. Functions without one are left out. */
export async function readFigures(logs: FunctionLogs, since: number): Promise<FunctionFigures[]> {
  const figures: FunctionFigures[] = [];
  for (const name of functionNames) {
    const lines = await logs.lines(name, 'REPORT RequestId', since);
    const invocations = lines.flatMap((line) => invocationOf(line) ?? []);
    if (invocations.length === 0) continue;
    const starts = invocations.flatMap(({ initialization }) => initialization ?? []);
    const memory = invocations.flatMap((invocation) => invocation.memory ?? []);
    const size = Math.max(...invocations.map(({ memorySize }) => memorySize));
    figures.push({
      name,
      invocations: invocations.length,
      coldStarts: starts.length,
      initialization: starts.length > 0 ? Math.max(...starts) : undefined,
      memory: memory.length > 0 ? { least: Math.min(...memory), most: Math.max(...memory), size } : undefined,
    });
  }
  return figures;
}
