import type { Plugin } from '../plugin.ts';
import { arn } from '../template/account.ts';
import { named } from '../template/resource-type.ts';
import { readTables } from './read-tables.ts';
import { startDynamoDb } from './server.ts';

const tableName = named('TableName', 255);

export const dynamodb: Plugin = {
  name: 'dynamodb',
  resourceTypes: {
    'AWS::DynamoDB::Table': {
      ref: tableName,
      attributes: { Arn: (resource) => arn('dynamodb', `table/${tableName(resource)}`) },
    },
  },
  endpointVariables: { dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB' },
  read({ evaluator }) {
    const tables = readTables(evaluator);
    return async ({ serve, directory, log }) => {
      await serve('dynamodb', (port) => startDynamoDb({ directory, port, tables, log }));
      return undefined;
    };
  },
};
