import { type Duration, RemovalPolicy, type Size, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { join } from 'node:path';
import { acknowledge } from '../nag.ts';

export interface ServiceFunctionProps {
  /** Folder of the bundles. */
  bundles: string;
  /** The function's folder in it. */
  name: string;
  /** In MB. A share of CPU comes with it: one whole core at 1769. */
  memorySize: number;
  timeout: Duration;
  /** Of `/tmp`; 512 MB when absent. */
  ephemeralStorageSize?: Size;
  logRetention: RetentionDays;
  /** Whether it tells X-Ray what it does, which its role must then allow. */
  xray: boolean;
}

/** Where the functions' own metrics are in CloudWatch: two stacks in one account do not add up. */
export const metricsNamespace = (scope: Construct): string => Stack.of(scope).stackName;

/** One Lambda function of the service with a role of its own, which can write its own log and nothing else. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      // Maps stay beside the build: loading them costs a cold start, and stack traces have function names anyway.
      code: Code.fromAsset(join(props.bundles, props.name), { exclude: ['*.map'] }),
      handler: 'handler.handler',
      memorySize: props.memorySize,
      timeout: props.timeout,
      ...(props.ephemeralStorageSize ? { ephemeralStorageSize: props.ephemeralStorageSize } : {}),
      role,
      logGroup,
      tracing: props.xray ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: { METRICS_NAMESPACE: metricsNamespace(this) },
    });
    if (props.xray) acknowledge(role, { 'IAM5[Resource::*]': 'X-Ray takes traces without naming anything.' });
  }

  /** Sets environment variables; called together with the grants that they are of use with. */
  setVariables(variables: Record<string, string>): void {
    for (const [name, value] of Object.entries(variables)) this.function.addEnvironment(name, value);
  }
}
