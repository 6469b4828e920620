import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { readFile } from 'node:fs/promises';
import type { TemplateResource } from './creation-order.ts';
import { account, region } from './emulator.ts';

export interface Template {
  Resources: Record<string, TemplateResource>;
  Parameters: Record<string, { Default?: unknown }>;
  Outputs: Record<string, unknown>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
}

export const readTemplateFile = async (file: string): Promise<Template> =>
  JSON.parse(await readFile(file, 'utf8')) as Template;

/** A placeholder for a value of a template that is not evaluated here. It is not compared. */
export const unknownValue = Symbol('unknown');

/** A stack as CloudFormation says that it is, with clients to look at its parts. */
export class DeployedStack {
  readonly template: Template;
  readonly description: Stack;
  readonly clients: Clients;
  /** By logical id; without those that CloudFormation does not know. */
  readonly #physicalIds: ReadonlyMap<string, string>;

  private constructor(
    template: Template,
    description: Stack,
    physicalIds: ReadonlyMap<string, string>,
    clients: Clients,
  ) {
    this.template = template;
    this.description = description;
    this.#physicalIds = physicalIds;
    this.clients = clients;
  }

  static async read(name: string, templateFile: string, endpoint: string): Promise<DeployedStack> {
    const clients = clientsAt(endpoint);
    const { Stacks = [] } = await clients.cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
    const [description] = Stacks;
    if (!description) throw new Error(`There is no stack ${name}.`);
    const physicalIds = new Map<string, string>();
    const pages = paginateListStackResources({ client: clients.cloudFormation }, { StackName: name });
    for await (const { StackResourceSummaries = [] } of pages) {
      for (const { LogicalResourceId: id, PhysicalResourceId: physicalId } of StackResourceSummaries) {
        if (id && physicalId) physicalIds.set(id, physicalId);
      }
    }
    return new DeployedStack(await readTemplateFile(templateFile), description, physicalIds, clients);
  }

  get outputs(): Record<string, string> {
    const { Outputs = [] } = this.description;
    return Object.fromEntries(Outputs.map((each) => [each.OutputKey ?? '', each.OutputValue ?? '']));
  }

  physicalId(logicalId: string): string | undefined {
    return this.#physicalIds.get(logicalId);
  }

  /** The resources of a type, by logical id. */
  ofType(type: string): [logicalId: string, resource: TemplateResource][] {
    return Object.entries(this.template.Resources).filter(([, resource]) => resource.Type === type);
  }

  /** The physical ids of a type's resources. */
  idsOfType(type: string): string[] {
    return this.ofType(type).flatMap(([id]) => this.physicalId(id) ?? []);
  }

  /** What a value of the template has become; `unknownValue` where that takes more than names and parameters. */
  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.resolve(each));
    if (typeof value !== 'object' || value === null) return value;
    const [[key, inner] = ['', undefined], ...rest] = Object.entries(value);
    if (rest.length === 0 && key === 'Ref') return this.#reference(String(inner));
    if (rest.length === 0 && key === 'Fn::GetAtt') return this.#attribute(inner as [string, string]);
    if (rest.length === 0 && key === 'Fn::Join') {
      const [separator, parts] = inner as [string, unknown[]];
      const resolved = parts.map((part) => this.resolve(part));
      return resolved.includes(unknownValue) ? unknownValue : resolved.join(separator);
    }
    if (rest.length === 0 && key === 'Fn::FindInMap') {
      const [map = '', first = '', second = ''] = (inner as unknown[]).map((part) =>
        String(this.resolve(part)),
      );
      return this.template.Mappings?.[map]?.[first]?.[second] ?? unknownValue;
    }
    if (key.startsWith('Fn::')) return unknownValue;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.resolve(each)]));
  }

  #reference(name: string): unknown {
    const pseudo: Record<string, string> = {
      'AWS::Region': region,
      'AWS::AccountId': account,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
    };
    return (
      pseudo[name] ?? this.template.Parameters[name]?.Default ?? this.#physicalIds.get(name) ?? unknownValue
    );
  }

  #attribute([id, attribute]: [string, string]): unknown {
    const physicalId = this.#physicalIds.get(id);
    const type = this.template.Resources[id]?.Type;
    if (physicalId === undefined || attribute !== 'Arn') return unknownValue;
    const last = physicalId.split('/').at(-1) ?? '';
    if (type === 'AWS::SQS::Queue') return `arn:aws:sqs:${region}:${account}:${last}`;
    if (type === 'AWS::Lambda::Function') return `arn:aws:lambda:${region}:${account}:function:${physicalId}`;
    if (type === 'AWS::S3::Bucket') return `arn:aws:s3:::${physicalId}`;
    if (type === 'AWS::IAM::Role') return `arn:aws:iam::${account}:role/${physicalId}`;
    return unknownValue;
  }
}

type Clients = ReturnType<typeof clientsAt>;

/** For clients of an emulator. */
export const clientOptions = (endpoint: string) => ({
  endpoint,
  region,
  credentials: { accessKeyId: account, secretAccessKey: 'secret' },
});

export function clientsAt(endpoint: string) {
  const client = clientOptions(endpoint);
  return {
    cloudFormation: new CloudFormationClient(client),
    lambda: new LambdaClient(client),
    dynamoDb: new DynamoDBClient(client),
    sqs: new SQSClient(client),
    s3: new S3Client({ ...client, forcePathStyle: true }),
    apiGateway: new APIGatewayClient(client),
  };
}
