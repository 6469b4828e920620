import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { KeyAdmin } from '../lib/auth/key-admin.ts';
import { DynamoKeyStore } from '../lib/auth/key-store.ts';
import { type PlanName, planNames, plans } from '../lib/auth/plans.ts';

/** A running service, on AWS or on this machine: what its stack put out, and how its services are reached. */
export interface StackAccess {
  outputs: Readonly<Record<string, string>>;
  /** Absent on AWS, where the SDK finds region, endpoints and credentials itself. */
  local?: {
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
    endpoints: { dynamodb: string; apigateway: string };
  };
}

/** @throws Error saying that there is no such stack, and what to do */
export async function deployedStack(name: string): Promise<StackAccess> {
  const { Stacks = [] } = await new CloudFormationClient().send(
    new DescribeStacksCommand({ StackName: name }),
  );
  const outputs = Stacks[0]?.Outputs ?? [];
  return {
    outputs: Object.fromEntries(outputs.map((output) => [output.OutputKey ?? '', output.OutputValue ?? ''])),
  };
}

/** Administers the keys of a stack: the same calls whether it runs on AWS or here. */
export function openKeyAdmin({ outputs, local }: StackAccess): KeyAdmin {
  const output = (name: string): string => {
    const value = outputs[name];
    if (!value)
      throw new Error(`The stack has no output ${name}; is it this service, deployed by this version?`);
    return value;
  };
  // Copied, because the SDK writes into the object.
  const common = local ? { region: local.region, credentials: { ...local.credentials } } : {};
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...common, ...(local ? { endpoint: local.endpoints.dynamodb } : {}) }),
  );
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
