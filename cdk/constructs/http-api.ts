import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  type Method,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bearerPattern } from '#lib/auth/api-key.ts';
import { formsPattern } from '#lib/auth/forms-authorizer.ts';
import { type Contract, functionOf } from '#lib/api/contract.ts';
import { type FunctionName, functionTable } from '../functions.ts';
import { acknowledge } from '../nag.ts';
import type { ResponseTimes } from '../response-times.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { addPreflight } from './preflight.ts';
import type { ServiceFunction } from './service-function.ts';

export interface HttpApiProps {
  contracts: readonly Contract[];
  functions: Readonly<Record<FunctionName, ServiceFunction>>;
  /** Access and error logs. They need a CloudWatch role, which is a setting of the account in the region. */
  logs: { retention: RetentionDays } | undefined;
  /** Whether X-Ray traces requests, within its sampling. */
  xray: boolean;
  /** How the routes that return files return them. */
  responses: ResponseTimes;
}

/** CDK's default. */
const stageName = 'prod';

/** The REST API: a route for each contract, the authorizer, problems as error responses, and access logs. */
export class HttpApi extends Construct {
  readonly api: RestApi;
  /** The methods that require an API key, by contract. */
  readonly methods: ReadonlyMap<Contract, Method>;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    this.api = new RestApi(this, 'Api', {
      // A dimension of the API's metrics, which keeps those of two stacks in one account apart.
      restApiName: Stack.of(this).stackName,
      description: 'File Conversion Service',
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // For multipart bodies and files in responses. API Gateway and Lambda then exchange all bodies in base64.
      binaryMediaTypes: ['*/*'],
      ...(props.logs
        ? { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }
        : { cloudWatchRole: false }),
      deployOptions: {
        stageName,
        // Of each method, for all keys together. The functions apply the limits of the plans.
        throttlingRateLimit: 1000,
        throttlingBurstLimit: 2000,
        tracingEnabled: props.xray,
        ...(props.logs ? this.#logOptions(props.logs.retention) : {}),
      },
    });
    addGatewayResponses(this.api, stageName);
    acknowledge(this, {
      APIG1: 'Access logs are on unless the operator turned them off with apiLogs=false.',
      APIG2: 'The functions validate each request against its contract and name each invalid field.',
      APIG3: 'The operator decides on a web ACL and pays for it.',
      APIG4:
        'Health, the version, the description of the API, the docs page and unknown routes are public. All other routes use the authorizer.',
      APIG6: 'Error logs are on unless the operator turned them off with apiLogs=false.',
      COG4: 'Clients are programs with API keys, which a Lambda authorizer checks.',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'API Gateway requires exactly this policy to write its logs.',
    });

    const authorizer = new TokenAuthorizer(this, 'Authorizer', {
      handler: props.functions.authorizer.function,
      validationRegex: bearerPattern,
      resultsCacheTtl: Duration.seconds(60),
    });
    // Its results are not those of the other: an authorizer of its own has a cache of its own.
    const formsAuthorizer = new TokenAuthorizer(this, 'FormsAuthorizer', {
      handler: props.functions['forms-authorizer'].function,
      validationRegex: formsPattern,
      resultsCacheTtl: Duration.seconds(60),
    });
    const methods = new Map<Contract, Method>();
    for (const contract of oneForEachRoute(props.contracts)) {
      // The compiler compares the table of functions with the contracts.
      const name = functionOf(contract) as FunctionName;
      const fn = props.functions[name];
      const returnsFiles = functionTable[name].timeout === 'response';
      const needsKey = contract.access === 'key';
      const method = this.api.root
        .resourceForPath(routeOf(contract))
        .addMethod(
          contract.method,
          returnsFiles ? this.#fileIntegration(fn, props.responses) : integration(fn),
          {
            // A usage plan applies to methods that require a key and to no others.
            apiKeyRequired: needsKey,
            ...(needsKey
              ? {
                  authorizer: contract.basicAuth ? formsAuthorizer : authorizer,
                  authorizationType: AuthorizationType.CUSTOM,
                }
              : { authorizationType: AuthorizationType.NONE }),
          },
        );
      if (needsKey) methods.set(contract, method);
      if (contract.alsoHead) {
        const resource = this.api.root.resourceForPath(routeOf(contract));
        resource.addMethod('HEAD', integration(fn), { authorizationType: AuthorizationType.NONE });
      }
    }
    this.methods = methods;
    for (const [path, methods] of methodsByPath(props.contracts.filter((each) => !each.noPreflight))) {
      addPreflight(this.api.root.resourceForPath(path), methods);
    }
    // Without a route of its own an unknown path with a Bearer header would be taken for a signed AWS request.
    const notFound = integration(props.functions['not-found']);
    for (const resource of [this.api.root, this.api.root.addResource('{proxy+}')]) {
      resource.addMethod('ANY', notFound, { authorizationType: AuthorizationType.NONE });
    }
  }

  /** An integration and its function, in the same response transfer mode. */
  #fileIntegration(fn: ServiceFunction, { mode, seconds, variables }: ResponseTimes): LambdaIntegration {
    fn.setVariables(variables);
    return mode === 'STREAM'
      ? new LambdaIntegration(fn.function, {
          allowTestInvoke: false,
          responseTransferMode: ResponseTransferMode.STREAM,
          timeout: Duration.seconds(seconds),
        })
      : integration(fn);
  }

  #logOptions(retention: RetentionDays) {
    const logGroup = new LogGroup(this, 'AccessLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
    return {
      loggingLevel: MethodLoggingLevel.ERROR,
      accessLogDestination: new LogGroupLogDestination(logGroup),
      // Enough to find a request and its outcome. No path, header or key.
      accessLogFormat: AccessLogFormat.custom(
        JSON.stringify({
          requestId: AccessLogField.contextRequestId(),
          time: AccessLogField.contextRequestTime(),
          keyId: AccessLogField.contextAuthorizerPrincipalId(),
          method: AccessLogField.contextHttpMethod(),
          route: AccessLogField.contextResourcePath(),
          status: AccessLogField.contextStatus(),
          error: AccessLogField.contextErrorResponseType(),
          milliseconds: AccessLogField.contextResponseLatency(),
          integrationMilliseconds: AccessLogField.contextIntegrationLatency(),
          responseBytes: AccessLogField.contextResponseLength(),
        }),
      ),
    };
  }
}

/** The path of the gateway's route for a contract. */
const routeOf = ({ path, route = path }: Contract): string => route;

/** The contracts without those whose route another one has. */
const oneForEachRoute = (contracts: readonly Contract[]): Contract[] => [
  ...new Map(contracts.map((contract) => [`${contract.method} ${routeOf(contract)}`, contract])).values(),
];

const methodsByPath = (contracts: readonly Contract[]): Map<string, string[]> =>
  new Map(
    Object.entries(Object.groupBy(contracts, ({ path }) => path)).map(([path, group = []]) => [
      path,
      group.map(({ method }) => method),
    ]),
  );

const integration = (fn: ServiceFunction): LambdaIntegration =>
  new LambdaIntegration(fn.function, { allowTestInvoke: false });
