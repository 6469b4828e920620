import { createServer } from 'node:http';
import { listenOnLoopback } from '../loopback-server.ts';
import type { Credentials, LocalService } from '../service.ts';
import { Arrivals } from './arrivals.ts';
import { Exchange } from './exchange.ts';
import { MessageStore } from './message-store.ts';
import type { Operation, Sqs } from './operation.ts';
import { changeMessageVisibilityBatch } from './operations/change-message-visibility-batch.ts';
import { changeMessageVisibility } from './operations/change-message-visibility.ts';
import { deleteMessageBatch } from './operations/delete-message-batch.ts';
import { deleteMessage } from './operations/delete-message.ts';
import { getQueueAttributes } from './operations/get-queue-attributes.ts';
import { getQueueUrl } from './operations/get-queue-url.ts';
import { listMessageMoveTasks } from './operations/list-message-move-tasks.ts';
import { listQueues } from './operations/list-queues.ts';
import { purgeQueue } from './operations/purge-queue.ts';
import { receiveMessage } from './operations/receive-message.ts';
import { sendMessageBatch } from './operations/send-message-batch.ts';
import { sendMessage } from './operations/send-message.ts';
import { startMessageMoveTask } from './operations/start-message-move-task.ts';
import { queueArn, queueUrl, type Queue } from './queue.ts';

export type { Queue } from './queue.ts';

export interface LocalSqs extends LocalService {
  queueUrl(name: string): string;
  queueArn(name: string): string;
}

const operations: Readonly<Record<string, Operation>> = {
  ChangeMessageVisibility: changeMessageVisibility,
  ChangeMessageVisibilityBatch: changeMessageVisibilityBatch,
  DeleteMessage: deleteMessage,
  DeleteMessageBatch: deleteMessageBatch,
  GetQueueAttributes: getQueueAttributes,
  GetQueueUrl: getQueueUrl,
  ListMessageMoveTasks: listMessageMoveTasks,
  ListQueues: listQueues,
  PurgeQueue: purgeQueue,
  ReceiveMessage: receiveMessage,
  SendMessage: sendMessage,
  SendMessageBatch: sendMessageBatch,
  StartMessageMoveTask: startMessageMoveTask,
};

/**
 * Serves standard SQS queues over the AWS JSON 1.0 protocol on loopback. Messages survive a restart or a kill, and
 * requests must be signed with `credentials`. Nothing stored depends on the port.
 *
 * @param options.directory where messages are kept; created if missing, used by one process at a time
 * @param options.port 0 picks one
 * @param options.now clock of visibility, delays and retention, in milliseconds since the epoch
 * @throws Error when the folder or the port is in use, or a redrive policy names no queue
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-json.html
 */
export async function startSqs(options: {
  directory: string;
  port: number;
  credentials: Credentials;
  queues: Queue[];
  now?: () => number;
}): Promise<LocalSqs> {
  const queues = new Map(options.queues.map((queue) => [queue.name, queue]));
  for (const { name, redrive } of options.queues) {
    if (redrive !== undefined && !queues.has(redrive.targetName)) {
      throw new Error(`Queue ${name} has the dead-letter queue ${redrive.targetName}, which does not exist.`);
    }
  }
  const now = options.now ?? Date.now;
  const messages = new MessageStore(options.directory);
  for (const name of queues.keys()) messages.createdAt(name, now());

  const sqs: Sqs = {
    queues,
    messages,
    arrivals: new Arrivals(),
    endpoint: '',
    senderId: options.credentials.accessKeyId,
    now,
    purges: new Map(),
    moves: new Map(),
  };
  const exchanges = new Set<Exchange>();
  const server = createServer((request, response) => {
    const exchange = new Exchange(request, response);
    exchanges.add(exchange);
    void exchange.run(sqs, operations, options.credentials).finally(() => exchanges.delete(exchange));
  });

  const endpoint = await listenOnLoopback(server, options.port).catch((error: unknown) => {
    messages.close();
    throw error;
  });
  sqs.endpoint = endpoint;

  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.all([...exchanges].map((exchange) => exchange.end()));
    server.closeAllConnections();
    await closed;
    messages.close();
  };
  let stopped: Promise<void> | undefined;

  return {
    endpoint,
    queueUrl: (name) => queueUrl(endpoint, name),
    queueArn,
    stop: () => (stopped ??= stop()),
  };
}
