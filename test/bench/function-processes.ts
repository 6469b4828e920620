import { readFileSync } from 'node:fs';
import { descendantsOf, type LocalRun } from '../support/local-run.ts';

/** The processes of a local run's functions that are warm now, the authorizer's aside: its answer is cached. */
export function functionProcesses({ process: local }: LocalRun): number[] {
  return descendantsOf(local.pid ?? 0).filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      return /AWS_LAMBDA_FUNCTION_NAME=(?!Authorizer)/.test(environment);
    } catch {
      return false;
    }
  });
}
