import { GetApiKeysCommand, GetRestApisCommand, paginateGetResources } from '@aws-sdk/client-api-gateway';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConfigurationCommand,
  ListEventSourceMappingsCommand,
  ListLayersCommand,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import { GetObjectCommand, ListBucketsCommand } from '@aws-sdk/client-s3';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashApiKey } from '#lib/auth/api-key.ts';
import { DynamoKeyStore } from '#lib/storage/dynamodb/key-store.ts';
import { stackName } from '../../cdk/project.ts';
import { contracts } from '#lib/api/contracts.ts';
import { unzippedLimit } from '../../layers/size-limit.ts';
import type { Checks } from './checks.ts';
import { apiId } from './deployed-properties.ts';
import { clientsAt, type DeployedStack } from './deployed-stack.ts';
import { account, region } from './emulator.ts';
import { filesOfFolder, filesOfZip, totalSize } from './published-zip.ts';

/** What the asset manifest of CDK says of a folder that is published as a zip. */
interface Asset {
  displayName: string;
  source: { path: string; packaging: string };
  destinations: Record<string, { objectKey: string }>;
}

/** Each asset is in the bootstrap bucket and equals the build file by file. Functions have exactly that code. */
export async function checkAssets(stack: DeployedStack, output: string, checks: Checks): Promise<void> {
  const { files } = JSON.parse(readFileSync(join(output, `${stackName}.assets.json`), 'utf8')) as {
    files: Record<string, Asset>;
  };
  const zips = Object.values(files).filter(({ source }) => source.packaging === 'zip');
  const sizes = new Map<string, number>();
  const digests = new Map<string, string>();
  await checks.that(
    `${zips.length} published packages hold the files that were built, programs as programs`,
    async () => {
      for (const { source, destinations } of zips) {
        const Key = Object.values(destinations)[0]?.objectKey ?? '';
        const Bucket = `cdk-hnb659fds-assets-${account}-${region}`;
        const { Body } = await stack.clients.s3.send(new GetObjectCommand({ Bucket, Key }));
        const zip = (await Body?.transformToByteArray()) ?? new Uint8Array();
        const published = filesOfZip(zip);
        assert.deepEqual(published, filesOfFolder(join(output, source.path)), basename(source.path));
        sizes.set(Key, totalSize(published));
        digests.set(Key, createHash('sha256').update(zip).digest('base64'));
      }
    },
  );
  const functions = stack.ofType('AWS::Lambda::Function');
  await checks.that(`${functions.length} functions run the published code`, async () => {
    for (const [id, { Properties = {} }] of functions) {
      const FunctionName = stack.physicalId(id);
      const { CodeSha256 } = await stack.clients.lambda.send(
        new GetFunctionConfigurationCommand({ FunctionName }),
      );
      assert.equal(CodeSha256, digests.get(keyOf(Properties['Code'])), id);
    }
  });
  await checks.that('functions and their layers fit into what Lambda unpacks', () => {
    for (const [id, { Properties = {} }] of functions) {
      const layers = (Properties['Layers'] ?? []) as { Ref: string }[];
      const total = layers
        .map(({ Ref }) => stack.template.Resources[Ref]?.Properties?.['Content'])
        .concat(Properties['Code'])
        .reduce<number>((sum, location) => sum + (sizes.get(keyOf(location)) ?? Infinity), 0);
      assert.ok(total <= unzippedLimit, `${id} has ${total} bytes`);
    }
  });
}

const keyOf = (location: unknown): string => (location as { S3Key: string }).S3Key;

/** API Gateway has the routes of the contracts, with the access that each requires. */
export async function checkRoutes(stack: DeployedStack, checks: Checks): Promise<void> {
  await checks.that(`${contracts.length} contracts have their routes`, async () => {
    const found = new Map<string, object>();
    const pages = paginateGetResources(
      { client: stack.clients.apiGateway },
      { restApiId: apiId(stack), embed: ['methods'], limit: 500 },
    );
    for await (const { items = [] } of pages) {
      for (const { path = '', resourceMethods = {} } of items) {
        for (const [method, { authorizationType, apiKeyRequired }] of Object.entries(resourceMethods)) {
          found.set(`${method} ${path}`, { authorizationType, apiKeyRequired });
        }
      }
    }
    for (const { method, path, access } of contracts) {
      assert.deepEqual(
        found.get(`${method} ${path}`),
        { authorizationType: access === 'key' ? 'CUSTOM' : 'NONE', apiKeyRequired: access === 'key' },
        `${method} ${path}`,
      );
    }
    for (const route of ['ANY /', 'ANY /{proxy+}']) assert.ok(found.has(route), route);
  });
}

/** The key that `npm run keys` made: as a hash in the table, and as the same hash in API Gateway. */
export async function keyIsKnown(
  stack: DeployedStack,
  { keyId, key }: { keyId: string; key: string },
  checks: Checks,
): Promise<string> {
  const hash = hashApiKey(key);
  await checks.that('the key is in the table and in API Gateway, as a hash', async () => {
    const { dynamoDb, apiGateway } = stack.clients;
    const store = new DynamoKeyStore(
      DynamoDBDocumentClient.from(dynamoDb),
      stack.outputs['KeysTableName'] ?? '',
    );
    assert.equal((await store.find(hash))?.keyId, keyId);
    const { items = [] } = await apiGateway.send(new GetApiKeysCommand({ includeValues: true }));
    assert.deepEqual(
      items.map(({ value }) => value),
      [hash],
    );
  });
  return hash;
}

/** What is there besides what bootstrapping made, by kind and name. */
export async function leftovers(endpoint: string): Promise<string[]> {
  const { lambda, dynamoDb, sqs, s3, apiGateway } = clientsAt(endpoint);
  const functions: string[] = [];
  for await (const page of paginateListFunctions({ client: lambda }, {})) {
    functions.push(...(page.Functions ?? []).map(({ FunctionName }) => `function ${FunctionName ?? ''}`));
  }
  const { Layers = [] } = await lambda.send(new ListLayersCommand({}));
  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({}));
  const { TableNames = [] } = await dynamoDb.send(new ListTablesCommand({}));
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const { items: apis = [] } = await apiGateway.send(new GetRestApisCommand({}));
  const { items: keys = [] } = await apiGateway.send(new GetApiKeysCommand({}));
  return [
    ...functions,
    ...Layers.map(({ LayerName }) => `layer ${LayerName ?? ''}`),
    ...EventSourceMappings.map(({ UUID }) => `event source ${UUID ?? ''}`),
    ...TableNames.map((name) => `table ${name}`),
    ...QueueUrls.map((url) => `queue ${basename(url)}`),
    ...Buckets.map(({ Name }) => `bucket ${Name ?? ''}`).filter((name) => !name.startsWith('bucket cdk-')),
    ...apis.map(({ id }) => `API ${id ?? ''}`),
    ...keys.map(({ name }) => `API key ${name ?? ''}`),
  ];
}
