import type { FunctionError } from './invoke-outcome.ts';

/** Why Lambda, not the function's own code, ended an invocation or an initialisation. */
export interface Fault {
  errorType: string;
  /** Without the request id that Lambda puts before it. */
  message: string;
}

/** Lambda writes signals as its Go programs print them. */
const signalNames: Partial<Record<NodeJS.Signals, string>> = {
  SIGABRT: 'aborted',
  SIGBUS: 'bus error',
  SIGILL: 'illegal instruction',
  SIGINT: 'interrupt',
  SIGKILL: 'killed',
  SIGSEGV: 'segmentation fault',
  SIGTERM: 'terminated',
  SIGTRAP: 'trace/breakpoint trap',
};

/** The process ended by itself, or by somebody else's signal. */
export function exitFault(code: number | null, signal: NodeJS.Signals | null): Fault {
  const errorType = 'Runtime.ExitError';
  if (signal !== null) {
    return { errorType, message: `Runtime exited with error: signal: ${signalNames[signal] ?? signal}` };
  }
  if (code === 0) return { errorType, message: 'Runtime exited without providing a reason' };
  return { errorType, message: `Runtime exited with error: exit status ${code ?? 'unknown'}` };
}

/** The process could not be started at all. */
export function startFault(error: unknown): Fault {
  return {
    errorType: 'Runtime.InvalidEntrypoint',
    message: error instanceof Error ? error.message : String(error),
  };
}

export function timeoutFault(milliseconds: number): Fault {
  return {
    errorType: 'Sandbox.Timedout',
    message: `Task timed out after ${(milliseconds / 1000).toFixed(2)} seconds`,
  };
}

/** What the kernel does on Lambda when an environment needs more than its memory. */
export const memoryFault: Fault = {
  errorType: 'Runtime.OutOfMemory',
  message: 'Runtime exited with error: signal: killed',
};

/** Not an error of Lambda: the local run is ending. */
export const stoppedFault: Fault = { errorType: 'Sandbox.Failure', message: 'The function was stopped' };

export function faultOutcome(requestId: string, fault: Fault): FunctionError {
  const errorMessage = `RequestId: ${requestId} Error: ${fault.message}`;
  return { kind: 'error', errorType: fault.errorType, errorMessage };
}
