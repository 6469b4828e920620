import type { FunctionError } from './invoke-outcome.ts';

/** @param json the error as a runtime describes it; a default if it is not in Lambda's form */
export function reportedError(json: string): FunctionError {
  try {
    const { errorType, errorMessage } = JSON.parse(json) as Record<string, unknown>;
    return { kind: 'error', errorType: String(errorType), errorMessage: String(errorMessage) };
  } catch {
    return {
      kind: 'error',
      errorType: 'Runtime.Unknown',
      errorMessage: 'Unknown application error occurred',
    };
  }
}
