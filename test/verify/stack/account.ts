import { APIGatewayClient, GetUsagePlanCommand, paginateGetResources } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CloudWatchLogs } from './cloudwatch-logs.ts';
import { functionNameOf } from './function-logs.ts';

/** The integration of a method, as API Gateway has stored it. */
export interface StoredIntegration {
  /** `POST /api/pdf/merge` */
  route: string;
  streams: boolean;
  /** Seconds. */
  timeout: number;
}

/** For clients of AWS. What is absent comes from the environment. */
export interface AwsOptions {
  endpoint?: string;
  region?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** By logical id. */
type StackResources = ReadonlyMap<string, { type: string; physicalId: string }>;

/** A stack on AWS as its operator sees it. */
export class StackAccount {
  readonly #options: AwsOptions;
  readonly #resources: StackResources;

  private constructor(options: AwsOptions, resources: StackResources) {
    this.#options = options;
    this.#resources = resources;
  }

  /** @throws Error of CloudFormation when the stack does not exist */
  static async open(stackName: string, options: AwsOptions = {}): Promise<StackAccount> {
    const resources = new Map<string, { type: string; physicalId: string }>();
    const client = new CloudFormationClient(options);
    for await (const page of paginateListStackResources({ client }, { StackName: stackName })) {
      for (const {
        LogicalResourceId: id,
        ResourceType: type,
        PhysicalResourceId,
      } of page.StackResourceSummaries ?? []) {
        if (id && type && PhysicalResourceId) resources.set(id, { type, physicalId: PhysicalResourceId });
      }
    }
    return new StackAccount(options, resources);
  }

  /** The methods of the API that call functions. */
  async integrations(): Promise<StoredIntegration[]> {
    const found: StoredIntegration[] = [];
    const pages = paginateGetResources(
      { client: new APIGatewayClient(this.#options) },
      { restApiId: this.#idOfType('AWS::ApiGateway::RestApi'), embed: ['methods'], limit: 500 },
    );
    for await (const { items = [] } of pages) {
      for (const { path = '', resourceMethods = {} } of items) {
        for (const [method, { methodIntegration }] of Object.entries(resourceMethods)) {
          const { timeoutInMillis = 0, responseTransferMode, type } = methodIntegration ?? {};
          if (type === 'MOCK') continue;
          const streams = responseTransferMode === 'STREAM';
          found.push({ route: `${method} ${path}`, streams, timeout: timeoutInMillis / 1000 });
        }
      }
    }
    return found;
  }

  /** The rates of a usage plan, in requests a second, by `/path/METHOD`. The plan has none of its own. */
  async rates(usagePlanId: string): Promise<{ ofPlan: number | undefined; ofMethods: Map<string, number> }> {
    const { throttle, apiStages = [] } = await new APIGatewayClient(this.#options).send(
      new GetUsagePlanCommand({ usagePlanId }),
    );
    const ofMethods = Object.entries(apiStages[0]?.throttle ?? {}).map(
      ([method, { rateLimit = 0 }]): [string, number] => [method, rateLimit],
    );
    return { ofPlan: throttle?.rateLimit, ofMethods: new Map(ofMethods) };
  }

  /** Opens the log groups of the functions. */
  async logs(): Promise<CloudWatchLogs> {
    const lambda = new LambdaClient(this.#options);
    const groups = new Map<string, string>();
    for (const [id, { type, physicalId: FunctionName }] of this.#resources) {
      const name = type === 'AWS::Lambda::Function' ? functionNameOf(id) : undefined;
      if (name === undefined) continue;
      const { LoggingConfig } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      if (LoggingConfig?.LogGroup) groups.set(name, LoggingConfig.LogGroup);
    }
    return new CloudWatchLogs(new CloudWatchLogsClient(this.#options), groups);
  }

  #idOfType(wanted: string): string {
    const found = [...this.#resources.values()].find(({ type }) => type === wanted);
    if (!found) throw new Error(`The stack has no resource of type ${wanted}.`);
    return found.physicalId;
  }
}
