export { type EventPayload, jsonOf } from './binary-event.ts';
export { bufferOutcome } from './buffer-outcome.ts';
export { exitFault, faultOutcome, startFault, stoppedFault, timeoutFault } from './fault.ts';
export { functionEnvironment, heapOptions } from './function-environment.ts';
export {
  type FunctionConfig,
  type FunctionOptions,
  type InvocableFunction,
  type InvokeOptions,
  newTraceId,
} from './function.ts';
export { startInvokeApi } from './invoke-api.ts';
export type { InvokeOutcome, RuntimeOutcome } from './invoke-outcome.ts';
export { processTree } from './process-tree.ts';
export { type Delivery, RuntimeApi } from './runtime-api.ts';
