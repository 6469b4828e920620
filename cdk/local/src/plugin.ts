import type { Functions } from './functions.ts';
import type { LocalStackOptions } from './local-stack.ts';
import type { Credentials, LocalService, Log } from './service.ts';
import type { Assets } from './template/assets.ts';
import type { Evaluator } from './template/evaluator.ts';
import type { ResourceTypes } from './template/resource-type.ts';

/** Servers of the local run. `execute-api` is the gateway, `apigateway` the service's own API. */
export type ServiceName = 'dynamodb' | 'sqs' | 's3' | 'lambda' | 'apigateway' | 'execute-api';

/** The template with its values, and the folders of its code. */
export interface StackTemplate {
  evaluator: Evaluator;
  assets: Assets;
}

/** One AWS service. */
export interface Plugin {
  /** Also the folder of its state. */
  name: string;
  resourceTypes: ResourceTypes;
  /** The variables by which AWS SDKs find its servers: `AWS_ENDPOINT_URL_SQS`. Functions get them. */
  endpointVariables?: Partial<Record<ServiceName, string>>;
  /**
   * Reads the resources of its types. All plugins read before any of them starts, so a mistake in the template is found
   * before anything runs. Addresses are not final yet.
   *
   * @returns what starts the plugin
   * @throws TemplateError if the template asks for something that is not served
   */
  read(template: StackTemplate): StartPlugin;
}

/** All plugins are started at the same time. What they leave in `context.resources` is disposed of when the stack stops. */
export type StartPlugin = (context: PluginContext) => Promise<RunningPlugin | undefined>;

export interface RunningPlugin {
  /** Called when all services listen, in the order of the plugins, with the template as read with their addresses. */
  activate(template: StackTemplate, addresses: Addresses): void;
}

export interface PluginContext {
  /** For the plugin's state; it survives the run. */
  directory: string;
  credentials: Credentials;
  log: Log;
  options: LocalStackOptions;
  /** Every function of the stack. Lambda adds them, gateway and triggers invoke them. */
  functions: Functions;
  /** Disposed of in reverse order. */
  resources: AsyncDisposableStack;
  /**
   * Starts a server that can be restarted on its port and is stopped with the plugin.
   *
   * @param port instead of the port of the last run
   * @returns its endpoint
   */
  serve: (
    name: ServiceName,
    start: (port: number) => Promise<LocalService>,
    port?: number,
  ) => Promise<string>;
}

/** What functions are given to reach the services. */
export interface Addresses {
  /** The address of a service for functions and triggers. */
  reached(name: ServiceName): string;
  /** Region, credentials and endpoints as environment variables. */
  environment: Record<string, string>;
}
