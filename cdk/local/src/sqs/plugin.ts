import type { Plugin } from '../plugin.ts';
import { arn } from '../template/account.ts';
import { named, type NamedResource, unserved } from '../template/resource-type.ts';
import { queueUrl } from './queue.ts';
import { readQueues } from './read-queues.ts';
import { startSqs } from './server.ts';

const queueName = named('QueueName', 80);
const urlOf = (resource: NamedResource) => queueUrl(resource.endpoint('sqs'), queueName(resource));

export const sqs: Plugin = {
  name: 'sqs',
  resourceTypes: {
    'AWS::SQS::Queue': {
      ref: urlOf,
      attributes: {
        Arn: (resource) => arn('sqs', queueName(resource)),
        QueueName: queueName,
        QueueUrl: urlOf,
      },
    },
    'AWS::SQS::QueuePolicy': unserved(),
  },
  endpointVariables: { sqs: 'AWS_ENDPOINT_URL_SQS' },
  read({ evaluator }) {
    const queues = readQueues(evaluator);
    return async ({ serve, directory, credentials }) => {
      await serve('sqs', (port) => startSqs({ directory, port, credentials, queues }));
      return undefined;
    };
  },
};
