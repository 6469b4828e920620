import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Addresses, Plugin, PluginContext, StackTemplate } from '../plugin.ts';
import { queueUrl } from '../sqs/queue.ts';
import { arn, region } from '../template/account.ts';
import { identified, named, unserved } from '../template/resource-type.ts';
import { TemplateError } from '../template/template.ts';
import { startEventSource } from './event-source.ts';
import { type FunctionConfig, type InvocableFunction, LocalFunction } from './function.ts';
import { startInvokeApi } from './invoke-api.ts';
import { lambdaBandwidth } from './limit-stream.ts';
import { type EventSourceDefinition, readEventSources } from './read-event-sources.ts';
import { type FunctionDefinition, readFunctions } from './read-functions.ts';

const functionName = named('FunctionName', 64);

/** As many environments of one function as a laptop has use for. Further invocations wait their turn. */
const defaultConcurrency = 10;

/** Lambda: functions with their layers, synchronous Invoke, and queues as event sources. */
export const lambda: Plugin = {
  name: 'lambda',
  resourceTypes: {
    'AWS::Lambda::Function': {
      ref: functionName,
      attributes: { Arn: (resource) => arn('lambda', `function:${functionName(resource)}`) },
    },
    'AWS::Lambda::LayerVersion': {
      ref: (resource) => arn('lambda', `layer:${named('LayerName', 140)(resource)}:1`),
      attributes: {},
    },
    'AWS::Lambda::EventSourceMapping': { ref: identified(32), attributes: { Id: identified(32) } },
    'AWS::Lambda::Permission': unserved(),
  },
  endpointVariables: { lambda: 'AWS_ENDPOINT_URL_LAMBDA' },
  read(template) {
    readLambda(template);
    return async (context) => {
      const { serve, functions, credentials, log } = context;
      await serve('lambda', (port) =>
        startInvokeApi({
          port,
          credentials,
          log,
          bandwidth: context.options.limitBandwidth ? lambdaBandwidth : undefined,
          invoke: async (name, payload, options) =>
            (await functions.find(arn('lambda', `function:${name}`)))?.invoke(payload, options),
        }),
      );
      return {
        activate: (addressed, addresses) => activate(readLambda(addressed), addresses, context),
      };
    };
  },
};

interface LambdaDefinition {
  functions: FunctionDefinition[];
  sources: (EventSourceDefinition & { functionArn: string })[];
}

function readLambda({ evaluator, assets }: StackTemplate): LambdaDefinition {
  const functions = readFunctions(evaluator, assets);
  const sources = readEventSources(evaluator).map((source) => {
    const { functionName: reference, queueArn } = source;
    const found = functions.find(({ name, arn: itsArn }) => name === reference || itsArn === reference);
    if (!found) throw new TemplateError(`The event source ${queueArn} names no function: ${reference}.`);
    return { ...source, functionArn: found.arn };
  });
  return { functions, sources };
}

/** Starts the functions, then the event sources that invoke them. */
function activate(definition: LambdaDefinition, addresses: Addresses, context: PluginContext): void {
  const { functions, resources, credentials, log } = context;
  for (const each of definition.functions) {
    functions.add(each.arn, localFunction(each, addresses.environment, context));
  }
  functions.complete();
  resources.defer(() => functions.stop());

  const endpoint = addresses.reached('sqs');
  const client = new SQSClient({ endpoint, region, credentials });
  resources.defer(() => client.destroy());
  const sources = definition.sources.map(({ functionArn, ...source }) =>
    startEventSource({
      mapping: {
        ...source,
        queueUrl: queueUrl(endpoint, source.queueArn.split(':').at(-1) ?? ''),
        maximumConcurrency: source.maximumConcurrency ?? defaultConcurrency,
      },
      sqs: client,
      invoke: (payload) => functions.invoke(functionArn, payload),
      log,
    }),
  );
  resources.defer(async () => {
    await Promise.all(sources.map((source) => source.stop()));
  });
}

function localFunction(
  { reservedConcurrency, ...described }: FunctionDefinition,
  environment: Record<string, string>,
  { options, log }: PluginContext,
): InvocableFunction {
  const { stateDirectory, verbose = false, functionElsewhere } = options;
  const config: FunctionConfig = {
    ...described,
    environment: { ...described.environment, ...environment },
    maximumConcurrency: reservedConcurrency ?? defaultConcurrency,
    overflow: reservedConcurrency === undefined ? 'queue' : 'throttle',
  };
  const functionOptions = { stateDirectory: join(stateDirectory, 'functions', config.name), log, verbose };
  return functionElsewhere?.(config, functionOptions) ?? new LocalFunction(config, functionOptions);
}
