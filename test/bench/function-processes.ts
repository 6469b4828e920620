import { readFileSync } from 'node:fs';
import { descendantsOf, type LocalRun } from '../support/local-run.ts';

export interface FunctionProcess {
  /** The function's logical id, or how it begins. */
  name: string;
  pid: number;
}

/** The warm processes of a local run's functions, except the authorizer, whose response is cached. */
export function functionProcesses({ process: local }: LocalRun): FunctionProcess[] {
  return descendantsOf(local.pid ?? 0).flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const [, name] = /AWS_LAMBDA_FUNCTION_NAME=(?!Authorizer)([^\0]*)/.exec(environment) ?? [];
      return name === undefined ? [] : [{ name, pid }];
    } catch {
      return [];
    }
  });
}
