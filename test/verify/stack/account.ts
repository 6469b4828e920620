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

/** A stack on AWS as its operator sees it. Region and credentials are those of the environment. */
export class StackAccount {
  readonly #gateway = new APIGatewayClient();
  readonly #resources: ReadonlyMap<string, { type: string; physicalId: string }>;

  private constructor(resources: ReadonlyMap<string, { type: string; physicalId: string }>) {
    this.#resources = resources;
  }

  /** @throws Error of CloudFormation when the stack does not exist */
  static async open(stackName: string): Promise<StackAccount> {
    const resources = new Map<string, { type: string; physicalId: string }>();
    const client = new CloudFormationClient();
    for await (const page of paginateListStackResources({ client }, { StackName: stackName })) {
      for (const {
        LogicalResourceId: id,
        ResourceType: type,
        PhysicalResourceId,
      } of page.StackResourceSummaries ?? []) {
        if (id && type && PhysicalResourceId) resources.set(id, { type, physicalId: PhysicalResourceId });
      }
    }
    return new StackAccount(resources);
  }

  /** The methods of the API that call functions. */
  async integrations(): Promise<StoredIntegration[]> {
    const found: StoredIntegration[] = [];
    const pages = paginateGetResources(
      { client: this.#gateway },
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
    const { throttle, apiStages = [] } = await this.#gateway.send(new GetUsagePlanCommand({ usagePlanId }));
    const ofMethods = Object.entries(apiStages[0]?.throttle ?? {}).map(
      ([method, { rateLimit = 0 }]): [string, number] => [method, rateLimit],
    );
    return { ofPlan: throttle?.rateLimit, ofMethods: new Map(ofMethods) };
  }

  /** Opens the log groups of the functions. */
  async logs(): Promise<CloudWatchLogs> {
    const lambda = new LambdaClient();
    const groups = new Map<string, string>();
    for (const [id, { type, physicalId: FunctionName }] of this.#resources) {
      const name = type === 'AWS::Lambda::Function' ? functionNameOf(id) : undefined;
      if (name === undefined) continue;
      const { LoggingConfig } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      if (LoggingConfig?.LogGroup) groups.set(name, LoggingConfig.LogGroup);
    }
    return new CloudWatchLogs(new CloudWatchLogsClient(), groups);
  }

  #idOfType(wanted: string): string {
    const found = [...this.#resources.values()].find(({ type }) => type === wanted);
    if (!found) throw new Error(`The stack has no resource of type ${wanted}.`);
    return found.physicalId;
  }
}
