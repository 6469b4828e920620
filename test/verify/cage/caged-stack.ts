import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateFile } from '../../../cdk/build.ts';
import { type ContainerAccess, forwardToLoopback } from '../../../cdk/container-access.ts';
import { startLocalStack, type StoreName } from 'local-stack';
import { openKeyAdmin } from '../../../cdk/stack-access.ts';
import { ConversionClient } from '#lib/client/src/index.ts';
import type { FunctionConfig, InvocableFunction } from 'local-stack/lambda';
import { CagedFunction } from './caged-function.ts';

/** The functions that convert, by the ids that the stack gives them. */
const converting = /^(OfficeWorker|Renderer|MergePdf|SplitPdf)/;

/** How the template refers to the functions that queues invoke. Such invocations have no response to stream. */
function functionsOfQueues(): ReadonlySet<string> {
  const { Resources } = JSON.parse(readFileSync(templateFile, 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: { FunctionName?: { Ref: string } } }>;
  };
  return new Set(
    Object.values(Resources)
      .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
      .flatMap(({ Properties }) => Properties.FunctionName?.Ref ?? []),
  );
}

export interface CagedStackOptions {
  /** Of every converting function. */
  memoryMegabytes: number;
  access: ContainerAccess;
  log: (line: string) => void;
  /** See {@link CageOptions}. */
  systemCalls?: string | undefined;
}

/** A local run whose converting functions are in cages, with a client that tries nothing twice. */
export interface CagedStack {
  client: ConversionClient;
  functions: ReadonlyMap<string, CagedFunction>;
  stop(): Promise<void>;
}

/** @param options without them, nothing is in a cage */
export async function startCagedStack(
  stateDirectory: string,
  options?: CagedStackOptions,
): Promise<CagedStack> {
  const functions = new Map<string, CagedFunction>();
  const forwards = new Map<string, ReturnType<typeof forwardToLoopback>>();
  const ofQueues = functionsOfQueues();
  const elsewhere = options && {
    functionElsewhere: (config: FunctionConfig): InvocableFunction | undefined => {
      const [name] = converting.exec(config.name) ?? [];
      if (name === undefined) return undefined;
      const { memoryMegabytes, ...rest } = options;
      const caged = new CagedFunction({
        config: { ...config, memoryMegabytes },
        ...rest,
        folder: join(stateDirectory, 'cages', name),
        isStreaming: config.environment['RESPONSE_TRANSFER_MODE'] === 'STREAM' && !ofQueues.has(config.name),
      });
      functions.set(name, caged);
      return caged;
    },
    reachedThrough: (store: StoreName, endpoint: string): string => {
      // Only functions outside invoke others.
      if (store === 'lambda') return endpoint;
      const address = new URL(endpoint);
      const { port } = address;
      // The run asks for an address whenever it needs one.
      if (!forwards.has(port)) forwards.set(port, forwardToLoopback(options.access.host, Number(port)));
      address.hostname = options.access.host;
      return address.href.replace(/\/$/, '');
    },
  };
  const stack = await startLocalStack({
    templateFile,
    stateDirectory,
    port: 0,
    log: options?.log ?? (() => undefined),
    ...elsewhere,
  });
  const servers = await Promise.all(forwards.values());
  const { key } = await openKeyAdmin({ outputs: stack.outputs, local: stack }).create({
    plan: 'business',
    name: 'Cage',
  });
  return {
    client: new ConversionClient({ baseUrl: stack.baseUrl, apiKey: key, retries: 0 }),
    functions,
    stop: async () => {
      await stack.stop();
      for (const server of servers) server.close();
    },
  };
}
