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
import { bearerPattern } from '../../lib/auth/api-key.ts';
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
  /** Access and error logs; they need a CloudWatch role, which is a setting of the whole account and region. */
  logs: { retention: RetentionDays } | undefined;
  /** Whether each call is recorded by X-Ray, as far as its sampling goes. */
  xray: boolean;
  /** How the routes that return files return them. */
  responses: ResponseTimes;
}

/** The name that CDK gives by default. */
const stageName = 'prod';

/** The REST API: a route for each contract, the authorizer, error answers in the service's shape, access logs. */
export class HttpApi extends Construct {
  readonly api: RestApi;
  /** The methods that need a key, by their contracts. */
  readonly methods: ReadonlyMap<Contract, Method>;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    this.api = new RestApi(this, 'Api', {
      // By this name its metrics go: two stacks in one account must not add up.
      restApiName: Stack.of(this).stackName,
      description: 'File Conversion Service',
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Multipart bodies and files in answers; it makes every body base64 on its way to and from Lambda.
      binaryMediaTypes: ['*/*'],
      ...(props.logs
        ? { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }
        : { cloudWatchRole: false }),
      deployOptions: {
        stageName,
        // All calls of all keys together; the plans stand in the functions.
        throttlingRateLimit: 1000,
        throttlingBurstLimit: 2000,
        tracingEnabled: props.xray,
        ...(props.logs ? this.#logOptions(props.logs.retention) : {}),
      },
    });
    addGatewayResponses(this.api, stageName);
    acknowledge(this, {
      APIG1: 'Access logs are on unless the operator turned them off with apiLogs=false.',
      APIG2: 'The functions validate every request against its contract and name each field at fault.',
      APIG3: 'A web ACL is the choice of the operator, who pays for it.',
      APIG4:
        'Health, the description of the API, the docs page and unknown routes are public; all else has the authorizer.',
      APIG6: 'Error logs are on unless the operator turned them off with apiLogs=false.',
      COG4: 'Callers are programs with API keys, which a Lambda authorizer checks.',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'API Gateway asks for exactly this policy to write its logs.',
    });

    const authorizer = new TokenAuthorizer(this, 'Authorizer', {
      handler: props.functions.authorizer.function,
      validationRegex: bearerPattern,
      resultsCacheTtl: Duration.seconds(60),
    });
    const methods = new Map<Contract, Method>();
    for (const contract of props.contracts) {
      // The compiler compares the table of functions with the contracts.
      const name = functionOf(contract) as FunctionName;
      const fn = props.functions[name];
      const returnsFiles = functionTable[name].timeout === 'response';
      const needsKey = contract.access === 'key';
      const method = this.api.root
        .resourceForPath(contract.path)
        .addMethod(
          contract.method,
          returnsFiles ? this.#returnsFiles(fn, props.responses) : integration(fn),
          {
            // A usage plan applies to methods that require a key and to no others.
            apiKeyRequired: needsKey,
            ...(needsKey
              ? { authorizer, authorizationType: AuthorizationType.CUSTOM }
              : { authorizationType: AuthorizationType.NONE }),
          },
        );
      if (needsKey) methods.set(contract, method);
    }
    this.methods = methods;
    for (const [path, methods] of methodsByPath(props.contracts)) {
      addPreflight(this.api.root.resourceForPath(path), methods);
    }
    // Without a route of its own an unknown path with a Bearer header would be taken for a signed AWS request.
    const notFound = integration(props.functions['not-found']);
    for (const resource of [this.api.root, this.api.root.addResource('{proxy+}')]) {
      resource.addMethod('ANY', notFound, { authorizationType: AuthorizationType.NONE });
    }
  }

  /** An integration and its function, in the same response transfer mode. */
  #returnsFiles(fn: ServiceFunction, { mode, seconds, variables }: ResponseTimes): LambdaIntegration {
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
      // No path, header or key: only what finds a request again and says how it went.
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

const methodsByPath = (contracts: readonly Contract[]): Map<string, string[]> =>
  new Map(
    Object.entries(Object.groupBy(contracts, ({ path }) => path)).map(([path, group = []]) => [
      path,
      group.map(({ method }) => method),
    ]),
  );

const integration = (fn: ServiceFunction): LambdaIntegration =>
  new LambdaIntegration(fn.function, { allowTestInvoke: false });
