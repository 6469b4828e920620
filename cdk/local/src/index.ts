export {
  type LocalStack,
  type LocalStackOptions,
  type RestartableName,
  startLocalStack,
  type StoreName,
} from './local-stack.ts';
export type { LocalService, Log } from './service.ts';
export { readStackFunctions } from './read-stack.ts';
export { physicalName } from './template/physical-id.ts';
