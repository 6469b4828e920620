import { accountId, arn, partition } from './account.ts';
import { physicalId, physicalName } from './physical-id.ts';

/** What the registry may ask of a resource in order to name it. */
export interface NamedResource {
  logicalId: string;
  /** The value of a property that names things; undefined if the template leaves it out. */
  text(property: string): string | undefined;
  /** Address of a queue. Known only while the local SQS runs. */
  queueUrl(name: string): string;
}

/** How a resource type takes part in the local run, and what `Ref` and `Fn::GetAtt` say about it. */
export interface ResourceType {
  /** False: the type has no meaning here (permissions, alarms, logs); its properties are not even looked at. */
  served: boolean;
  ref(resource: NamedResource): string;
  attributes: Record<string, (resource: NamedResource) => string>;
}

const named = (property: string, limit: number) => (resource: NamedResource) =>
  resource.text(property) ?? physicalName(resource.logicalId, limit);
const identified = (length: number) => (resource: NamedResource) => physicalId(resource.logicalId, length);

const functionName = named('FunctionName', 64);
const tableName = named('TableName', 255);
const queueName = named('QueueName', 80);
// Bucket names are DNS labels: lower case, at most 63 characters.
const bucketName = (resource: NamedResource) =>
  resource.text('BucketName') ?? physicalName(resource.logicalId, 63).toLowerCase();
const roleName = named('RoleName', 64);
const logGroupName = named('LogGroupName', 512);
const topicArn = (resource: NamedResource) => arn('sns', named('TopicName', 256)(resource));
const ruleName = named('Name', 64);
const restApiId = identified(10);

const served: Record<string, Omit<ResourceType, 'served'>> = {
  'AWS::Lambda::Function': {
    ref: functionName,
    attributes: { Arn: (resource) => arn('lambda', `function:${functionName(resource)}`) },
  },
  'AWS::Lambda::LayerVersion': {
    ref: (resource) => arn('lambda', `layer:${named('LayerName', 140)(resource)}:1`),
    attributes: {},
  },
  'AWS::Lambda::EventSourceMapping': { ref: identified(32), attributes: { Id: identified(32) } },
  'AWS::Events::Rule': {
    ref: ruleName,
    attributes: { Arn: (resource) => arn('events', `rule/${ruleName(resource)}`) },
  },
  'AWS::DynamoDB::Table': {
    ref: tableName,
    attributes: { Arn: (resource) => arn('dynamodb', `table/${tableName(resource)}`) },
  },
  'AWS::SQS::Queue': {
    ref: (resource) => resource.queueUrl(queueName(resource)),
    attributes: {
      Arn: (resource) => arn('sqs', queueName(resource)),
      QueueName: queueName,
      QueueUrl: (resource) => resource.queueUrl(queueName(resource)),
    },
  },
  'AWS::S3::Bucket': {
    ref: bucketName,
    attributes: {
      Arn: (resource) => `arn:${partition}:s3:::${bucketName(resource)}`,
      DomainName: (resource) => `${bucketName(resource)}.s3.amazonaws.com`,
      RegionalDomainName: (resource) => `${bucketName(resource)}.s3.us-east-1.amazonaws.com`,
    },
  },
  'AWS::ApiGateway::RestApi': {
    ref: restApiId,
    attributes: {
      RestApiId: restApiId,
      // Any id will do that no resource has, and that tells its API from another.
      RootResourceId: (resource) => physicalId(`${resource.logicalId}/`, 10),
    },
  },
  'AWS::ApiGateway::Resource': { ref: identified(6), attributes: { ResourceId: identified(6) } },
  'AWS::ApiGateway::Method': { ref: identified(10), attributes: {} },
  'AWS::ApiGateway::Authorizer': { ref: identified(6), attributes: { AuthorizerId: identified(6) } },
  'AWS::ApiGateway::GatewayResponse': { ref: identified(10), attributes: { Id: identified(10) } },
  'AWS::ApiGateway::Stage': {
    ref: (resource) => resource.text('StageName') ?? physicalName(resource.logicalId, 128),
    attributes: {},
  },
  'AWS::ApiGateway::UsagePlan': { ref: identified(6), attributes: { Id: identified(6) } },
};

/** Types that concern deployment, permissions or observation in AWS and change nothing on this machine. */
const meaningless: Record<string, Partial<Omit<ResourceType, 'served'>>> = {
  'AWS::ApiGateway::Account': {},
  'AWS::ApiGateway::BasePathMapping': {},
  'AWS::ApiGateway::Deployment': { ref: identified(6), attributes: { DeploymentId: identified(6) } },
  // The local gateway has an address of its own.
  'AWS::ApiGateway::DomainName': {
    attributes: {
      RegionalDomainName: () => 'localhost',
      RegionalHostedZoneId: identified(14),
    },
  },
  'AWS::CDK::Metadata': {},
  'AWS::CloudWatch::Alarm': {},
  'AWS::CloudWatch::CompositeAlarm': {},
  'AWS::CloudWatch::Dashboard': {},
  'AWS::IAM::ManagedPolicy': {},
  'AWS::IAM::Policy': {},
  'AWS::IAM::Role': {
    ref: roleName,
    attributes: { Arn: (resource) => `arn:${partition}:iam::${accountId}:role/${roleName(resource)}` },
  },
  'AWS::Lambda::Permission': {},
  'AWS::Logs::LogGroup': {
    ref: logGroupName,
    attributes: { Arn: (resource) => arn('logs', `log-group:${logGroupName(resource)}:*`) },
  },
  'AWS::Logs::MetricFilter': {},
  'AWS::Logs::QueryDefinition': {},
  'AWS::Route53::RecordSet': {},
  'AWS::S3::BucketPolicy': {},
  'AWS::SNS::Subscription': {},
  'AWS::SNS::Topic': {
    ref: topicArn,
    attributes: { TopicArn: topicArn, TopicName: named('TopicName', 256) },
  },
  'AWS::SNS::TopicPolicy': {},
  'AWS::SQS::QueuePolicy': {},
  // Empties a bucket when its stack is deleted. Stacks are not deleted here.
  'Custom::S3AutoDeleteObjects': {},
};

/** Looks a type up; undefined if the local run knows nothing about it. */
export function resourceType(type: string): ResourceType | undefined {
  const known = Object.hasOwn(served, type) ? served[type] : undefined;
  if (known) return { served: true, ...known };
  const ignored = Object.hasOwn(meaningless, type) ? meaningless[type] : undefined;
  if (!ignored) return undefined;
  return {
    served: false,
    ref: (resource) => resource.logicalId,
    attributes: { Arn: (resource) => arn('local', resource.logicalId) },
    ...ignored,
  };
}
