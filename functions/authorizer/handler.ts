import type { APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { authorize } from '#lib/auth/authorizer.ts';
import { DynamoKeyStore } from '#lib/auth/key-store.ts';
import { requireVariables } from '#lib/environment.ts';
import { openDocuments } from '#lib/stores.ts';

const { KEYS_TABLE_NAME } = requireVariables(process.env, 'KEYS_TABLE_NAME');
const keys = new DynamoKeyStore(openDocuments(), KEYS_TABLE_NAME);

export const handler = (event: APIGatewayTokenAuthorizerEvent) => authorize(event, keys);
