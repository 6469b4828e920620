import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoUsage } from '#lib/storage/dynamodb/usage-store.ts';
import { KeyAdmin } from '#lib/auth/key-admin.ts';
import { DynamoKeyStore } from '#lib/storage/dynamodb/key-store.ts';
import { type PlanName, planNames, plans } from '#lib/auth/plans.ts';
import { DeadLetters } from './dead-letters.ts';

/** A running stack, on AWS or on this machine: its outputs and its endpoints. */
export interface StackAccess {
  outputs: Readonly<Record<string, string>>;
  /** Absent on AWS, where the SDK resolves region, endpoints and credentials. */
  local?: {
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
    endpoints: { dynamodb: string; sqs: string; apigateway: string };
  };
}

/** @throws Error of CloudFormation when the stack does not exist */
export async function deployedStack(name: string): Promise<StackAccess> {
  const { Stacks = [] } = await new CloudFormationClient().send(
    new DescribeStacksCommand({ StackName: name }),
  );
  const outputs = Stacks[0]?.Outputs ?? [];
  return {
    outputs: Object.fromEntries(outputs.map((output) => [output.OutputKey ?? '', output.OutputValue ?? ''])),
  };
}

/** Opens the usage of the keys of a stack. */
export const openUsage = (access: StackAccess): DynamoUsage =>
  new DynamoUsage(openDocumentClient(access), outputOf(access, 'JobsTableName'));

const openDocumentClient = (access: StackAccess): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...clientOptions(access),
      ...(access.local ? { endpoint: access.local.endpoints.dynamodb } : {}),
    }),
  );

/** Opens the administration of the keys of a stack, on AWS or local. */
export function openKeyAdmin(access: StackAccess): KeyAdmin {
  const output = (name: string): string => outputOf(access, name);
  const { local } = access;
  const common = clientOptions(access);
  const documents = openDocumentClient(access);
  return new KeyAdmin({
    keys: new DynamoKeyStore(documents, output('KeysTableName')),
    documents,
    gateway: new APIGatewayClient({ ...common, ...(local ? { endpoint: local.endpoints.apigateway } : {}) }),
    secretsTable: output('WebhookSecretsTableName'),
    usagePlanIds: Object.fromEntries(
      planNames.map((plan) => [plan, output(`${plans[plan].title}UsagePlanId`)]),
    ) as Record<PlanName, string>,
  });
}

/** @param output the name of the stack's output with the ARN of the queue */
export const openDeadLetters = (access: StackAccess, output: string): DeadLetters =>
  new DeadLetters(
    new SQSClient({
      ...clientOptions(access),
      ...(access.local ? { endpoint: access.local.endpoints.sqs } : {}),
    }),
    outputOf(access, output),
  );

function outputOf({ outputs }: StackAccess, name: string): string {
  const value = outputs[name];
  if (!value) throw new Error(`The stack has no output ${name}. Check its name, and deploy this version.`);
  return value;
}

// The credentials are copied because the SDK modifies the object.
const clientOptions = ({ local }: StackAccess) =>
  local ? { region: local.region, credentials: { ...local.credentials } } : {};
