import type { APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { authorize } from '#lib/auth/authorizer.ts';
import { DynamoKeyStore } from '#lib/storage/dynamodb/key-store.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openDocumentClient } from '#lib/storage/document-client.ts';

const { KEYS_TABLE_NAME } = requireVariables(process.env, 'KEYS_TABLE_NAME');
const keys = new DynamoKeyStore(openDocumentClient(), KEYS_TABLE_NAME);

export const handler = (event: APIGatewayTokenAuthorizerEvent) => authorize(event, keys);
