export { queueUrl } from './queue.ts';
export { type LocalSqs, type Queue, startSqs } from './server.ts';
