import { Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { join } from 'node:path';
import { type FunctionName, functionTable } from '../functions.ts';
import { acknowledge } from '../nag.ts';
import type { ResponseTimes } from '../response-times.ts';

export interface ServiceFunctionProps {
  /** The folder of the bundles. */
  bundles: string;
  /** The function's name, which is its folder in `bundles`. */
  name: FunctionName;
  logRetention: RetentionDays;
  /** Whether it sends traces to X-Ray, which its role must then allow. */
  xray: boolean;
  /** How the endpoints that return files return them. */
  responses: ResponseTimes;
}

/** The CloudWatch namespace of the functions' metrics. It keeps those of two stacks in one account apart. */
export const metricsNamespace = (scope: Construct): string => Stack.of(scope).stackName;

/** A Lambda function with its own role, which at first can only write the function's log. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  /** Seconds. */
  readonly timeout: number;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { memory, timeout, storage, xray = props.xray } = functionTable[props.name];
    this.timeout = timeout === 'response' ? props.responses.seconds : timeout;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      // Source maps are not deployed: they slow cold starts, and stack traces have function names without them.
      code: Code.fromAsset(join(props.bundles, props.name), { exclude: ['*.map'] }),
      handler: 'handler.handler',
      memorySize: memory,
      timeout: Duration.seconds(this.timeout),
      ...(storage === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(storage) }),
      role,
      logGroup,
      tracing: xray ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: { METRICS_NAMESPACE: metricsNamespace(this) },
    });
    if (xray) acknowledge(role, { 'IAM5[Resource::*]': 'X-Ray actions do not support resources.' });
  }

  /** Sets the memory to the value of a parameter. */
  setMemory(megabytes: number): void {
    (this.function.node.defaultChild as CfnFunction).memorySize = megabytes;
  }

  /**
   * Allows any number of invocations that follow from one another through a queue. By default, Lambda discards the
   * message after about 16. The tables end each such chain: they count attempts, and messages of ended jobs are deleted.
   */
  allowRecursion(): void {
    (this.function.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
  }

  /** Sets environment variables. Call it together with the grants that belong to them. */
  setVariables(variables: Record<string, string>): void {
    for (const [name, value] of Object.entries(variables)) this.function.addEnvironment(name, value);
  }
}
