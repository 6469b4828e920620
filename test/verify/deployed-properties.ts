import {
  GetAuthorizerCommand,
  GetGatewayResponseCommand,
  GetRestApiCommand,
  GetStageCommand,
  GetUsagePlanCommand,
  type ThrottleSettings,
} from '@aws-sdk/client-api-gateway';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
  GetFunctionRecursionConfigCommand,
  GetLayerVersionByArnCommand,
} from '@aws-sdk/client-lambda';
import {
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketTaggingCommand,
  GetPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { DeployedStack } from './deployed-stack.ts';

type Properties = Record<string, unknown>;

/**
 * Reads a deployed resource back by its service's own API, in CloudFormation's names.
 * What is not there is undefined; properties that are not listed are not compared.
 */
type Reader = (stack: DeployedStack, physicalId: string, declared: Properties) => Promise<Properties>;

export const readers: Readonly<Record<string, Reader>> = {
  'AWS::Lambda::Function': async ({ clients }, FunctionName) => {
    const found = await clients.lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const { Runtime, Handler, MemorySize, Timeout, Architectures, EphemeralStorage, Role } = found;
    const recursion = new GetFunctionRecursionConfigCommand({ FunctionName });
    const { RecursiveLoop } = await clients.lambda
      .send(recursion)
      .catch(() => ({ RecursiveLoop: undefined }));
    return {
      RecursiveLoop,
      Runtime,
      Handler,
      MemorySize,
      Timeout,
      Architectures,
      EphemeralStorage,
      Role,
      Environment: found.Environment,
      Layers: found.Layers?.map(({ Arn }) => Arn),
      LoggingConfig: found.LoggingConfig && { LogGroup: found.LoggingConfig.LogGroup },
    };
  },

  'AWS::Lambda::LayerVersion': async ({ clients }, Arn) => {
    const found = await clients.lambda.send(new GetLayerVersionByArnCommand({ Arn }));
    return { CompatibleArchitectures: found.CompatibleArchitectures, Description: found.Description };
  },

  'AWS::Lambda::EventSourceMapping': async ({ clients }, UUID) => {
    const found = await clients.lambda.send(new GetEventSourceMappingCommand({ UUID }));
    const { BatchSize, EventSourceArn, FunctionResponseTypes, ScalingConfig } = found;
    return { BatchSize, EventSourceArn, FunctionResponseTypes, ScalingConfig };
  },

  'AWS::DynamoDB::Table': async ({ clients }, TableName) => {
    const { Table } = await clients.dynamoDb.send(new DescribeTableCommand({ TableName }));
    const { TimeToLiveDescription: timeToLive } = await clients.dynamoDb.send(
      new DescribeTimeToLiveCommand({ TableName }),
    );
    const { ContinuousBackupsDescription: backups } = await clients.dynamoDb.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    );
    const recovery = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
    return {
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      BillingMode: Table?.BillingModeSummary?.BillingMode,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
      TimeToLiveSpecification: timeToLive?.AttributeName && {
        AttributeName: timeToLive.AttributeName,
        Enabled: timeToLive.TimeToLiveStatus === 'ENABLED',
      },
      PointInTimeRecoverySpecification: recovery && { PointInTimeRecoveryEnabled: recovery === 'ENABLED' },
    };
  },

  'AWS::SQS::Queue': async ({ clients }, QueueUrl) => {
    const { Attributes = {} } = await clients.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    const { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy, SqsManagedSseEnabled } = Attributes;
    return {
      VisibilityTimeout: Number(VisibilityTimeout),
      MessageRetentionPeriod: Number(MessageRetentionPeriod),
      RedrivePolicy: RedrivePolicy === undefined ? undefined : (JSON.parse(RedrivePolicy) as unknown),
      SqsManagedSseEnabled: SqsManagedSseEnabled === 'true',
    };
  },

  'AWS::SQS::QueuePolicy': async (stack, _, { Queues }) => {
    const [QueueUrl] = stack.resolve(Queues) as string[];
    const { Attributes } = await stack.clients.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['Policy'] }),
    );
    return { PolicyDocument: Attributes?.Policy && (JSON.parse(Attributes.Policy) as unknown) };
  },

  'AWS::S3::Bucket': async ({ clients: { s3 } }, Bucket) => {
    const [lifecycle, cors, access, encryption, tags] = await Promise.all([
      unlessAbsent(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))),
      unlessAbsent(s3.send(new GetBucketCorsCommand({ Bucket }))),
      unlessAbsent(s3.send(new GetPublicAccessBlockCommand({ Bucket }))),
      unlessAbsent(s3.send(new GetBucketEncryptionCommand({ Bucket }))),
      unlessAbsent(s3.send(new GetBucketTaggingCommand({ Bucket }))),
    ]);
    const rules = encryption?.ServerSideEncryptionConfiguration?.Rules;
    return {
      LifecycleConfiguration: lifecycle?.Rules && {
        Rules: lifecycle.Rules.map((rule) => ({
          AbortIncompleteMultipartUpload: rule.AbortIncompleteMultipartUpload,
          ExpirationInDays: rule.Expiration?.Days,
          Prefix: rule.Filter?.Prefix ?? (rule as { Prefix?: string }).Prefix,
          Status: rule.Status,
        })),
      },
      CorsConfiguration: cors?.CORSRules && {
        CorsRules: cors.CORSRules.map((rule) => ({
          AllowedHeaders: rule.AllowedHeaders,
          AllowedMethods: rule.AllowedMethods,
          AllowedOrigins: rule.AllowedOrigins,
          ExposedHeaders: rule.ExposeHeaders,
          MaxAge: rule.MaxAgeSeconds,
        })),
      },
      PublicAccessBlockConfiguration: access?.PublicAccessBlockConfiguration,
      BucketEncryption: rules && {
        ServerSideEncryptionConfiguration: rules.map(({ ApplyServerSideEncryptionByDefault }) => ({
          ServerSideEncryptionByDefault: ApplyServerSideEncryptionByDefault,
        })),
      },
      Tags: tags?.TagSet,
    };
  },

  'AWS::ApiGateway::RestApi': async ({ clients }, restApiId) => {
    const found = await clients.apiGateway.send(new GetRestApiCommand({ restApiId }));
    return {
      Name: found.name,
      Description: found.description,
      BinaryMediaTypes: found.binaryMediaTypes,
      ApiKeySourceType: found.apiKeySource,
      EndpointConfiguration: { Types: found.endpointConfiguration?.types },
    };
  },

  'AWS::ApiGateway::Authorizer': async (stack, authorizerId) => {
    const found = await stack.clients.apiGateway.send(
      new GetAuthorizerCommand({ restApiId: apiId(stack), authorizerId }),
    );
    return {
      Type: found.type,
      IdentitySource: found.identitySource,
      IdentityValidationExpression: found.identityValidationExpression,
      AuthorizerResultTtlInSeconds: found.authorizerResultTtlInSeconds,
    };
  },

  'AWS::ApiGateway::GatewayResponse': async (stack, _, { ResponseType }) => {
    const found = await stack.clients.apiGateway.send(
      new GetGatewayResponseCommand({ restApiId: apiId(stack), responseType: ResponseType as 'THROTTLED' }),
    );
    return {
      StatusCode: found.statusCode,
      ResponseParameters: found.responseParameters,
      ResponseTemplates: found.responseTemplates,
    };
  },

  'AWS::ApiGateway::Stage': async (stack, stageName) => {
    const found = await stack.clients.apiGateway.send(
      new GetStageCommand({ restApiId: apiId(stack), stageName }),
    );
    return {
      StageName: found.stageName,
      AccessLogSetting: found.accessLogSettings?.format && { Format: found.accessLogSettings.format },
      MethodSettings: Object.entries(found.methodSettings ?? {}).map(([path, settings]) => ({
        DataTraceEnabled: settings.dataTraceEnabled,
        HttpMethod: path.split('/').at(-1),
        LoggingLevel: settings.loggingLevel,
        ResourcePath: `/${path.split('/').slice(0, -1).join('/')}`,
        ThrottlingBurstLimit: settings.throttlingBurstLimit,
        ThrottlingRateLimit: settings.throttlingRateLimit,
      })),
    };
  },

  'AWS::ApiGateway::UsagePlan': async ({ clients }, usagePlanId) => {
    const found = await clients.apiGateway.send(new GetUsagePlanCommand({ usagePlanId }));
    return {
      Description: found.description,
      Throttle: found.throttle && throttleOf(found.throttle),
      ApiStages: found.apiStages?.map(({ apiId: ApiId, stage: Stage, throttle }) => ({
        ApiId,
        Stage,
        Throttle:
          throttle &&
          Object.fromEntries(
            Object.entries(throttle).map(([method, settings]) => [method, throttleOf(settings)]),
          ),
      })),
    };
  },
};

const throttleOf = ({ burstLimit, rateLimit }: ThrottleSettings) => ({
  BurstLimit: burstLimit,
  RateLimit: rateLimit,
});

export const apiId = (stack: DeployedStack): string => stack.idsOfType('AWS::ApiGateway::RestApi')[0] ?? '';

/** S3 returns 404 for a configuration that was never set. */
async function unlessAbsent<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) {
      return undefined;
    }
    throw error;
  }
}
