import { accountId, arn, partition } from './account.ts';
import { named, type ResourceTypes, unserved } from './resource-type.ts';

const roleName = named('RoleName', 64);
const logGroupName = named('LogGroupName', 512);
const topicName = named('TopicName', 256);

/** Types of services that the local run does not have. */
export const unservedTypes: ResourceTypes = {
  'AWS::CDK::Metadata': unserved(),
  'AWS::CloudWatch::Alarm': unserved(),
  'AWS::CloudWatch::CompositeAlarm': unserved(),
  'AWS::CloudWatch::Dashboard': unserved(),
  'AWS::IAM::ManagedPolicy': unserved(),
  'AWS::IAM::Policy': unserved(),
  'AWS::IAM::Role': unserved({
    ref: roleName,
    attributes: { Arn: (resource) => `arn:${partition}:iam::${accountId}:role/${roleName(resource)}` },
  }),
  'AWS::Logs::LogGroup': unserved({
    ref: logGroupName,
    attributes: { Arn: (resource) => arn('logs', `log-group:${logGroupName(resource)}:*`) },
  }),
  'AWS::Logs::MetricFilter': unserved(),
  'AWS::Logs::QueryDefinition': unserved(),
  'AWS::Route53::RecordSet': unserved(),
  'AWS::SNS::Subscription': unserved(),
  'AWS::SNS::Topic': unserved({
    ref: (resource) => arn('sns', topicName(resource)),
    attributes: { TopicArn: (resource) => arn('sns', topicName(resource)), TopicName: topicName },
  }),
  'AWS::SNS::TopicPolicy': unserved(),
};
