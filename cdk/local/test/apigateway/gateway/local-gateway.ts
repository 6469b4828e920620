import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { ApiKey, ApiKeys } from '../../../src/apigateway/gateway/usage-plans.ts';
import type { InvokeOutcome, RuntimeOutcome } from '../../../src/lambda/invoke-outcome.ts';
import type { Method, RestApi, TokenAuthorizerDefinition } from '../../../src/apigateway/gateway/rest-api.ts';
import { startGateway, type Gateway, type GatewayOptions } from '../../../src/apigateway/gateway/server.ts';

const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:It';
const authorizerArn = 'arn:aws:lambda:us-east-1:000000000000:function:Authorizer';

export const authorizer: TokenAuthorizerDefinition = {
  id: 'auth',
  functionArn: authorizerArn,
  header: 'authorization',
  validation: undefined,
  cacheSeconds: 60,
};

/** A method with a Lambda proxy behind it. */
export function proxy(httpMethod: string, resourcePath: string, more: Partial<Method> = {}): Method {
  return {
    httpMethod,
    resourcePath,
    resourceId: 'res',
    apiKeyRequired: false,
    integration: {
      type: 'AWS_PROXY',
      functionArn,
      timeoutMilliseconds: 29_000,
      responseTransferMode: 'BUFFERED',
    },
    ...more,
  };
}

export function restApi(more: Partial<RestApi> = {}): RestApi {
  return {
    id: 'api',
    name: 'Api',
    stage: { name: 'v1', variables: {}, throttling: [] },
    methods: [proxy('ANY', '/{proxy+}')],
    binaryMediaTypes: ['*/*'],
    apiKeySource: 'HEADER',
    gatewayResponses: new Map(),
    usagePlans: new Map(),
    streamIdleMilliseconds: 300_000,
    ...more,
  };
}

/** API keys in memory, by value. */
export class FakeApiKeys implements ApiKeys {
  readonly keys = new Map<string, ApiKey>();
  readonly used = new Map<string, number>();

  findByValue(value: string): ApiKey | undefined {
    return this.keys.get(value);
  }

  countUse(usagePlanId: string, keyId: string, period: string): number {
    const name = `${usagePlanId} ${keyId} ${period}`;
    const count = (this.used.get(name) ?? 0) + 1;
    this.used.set(name, count);
    return count;
  }
}

export interface ProxyEvent {
  [name: string]: unknown;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  requestContext: Record<string, unknown> & {
    identity: Record<string, unknown>;
    authorizer?: Record<string, unknown>;
  };
  body: string | null;
  isBase64Encoded: boolean;
}

/** A handler that stands in for a function; what it returns or throws becomes the outcome. */
export type Handler = (event: ProxyEvent) => unknown;

export interface TestGateway extends Gateway {
  events: ProxyEvent[];
  log: string[];
  keys: FakeApiKeys;
  /** Sends a request exactly as given: `fetch` would tidy paths and headers. */
  send(path: string, options?: SendOptions): Promise<Reply>;
}

export interface SendOptions {
  method?: string;
  /** Names and values in turn, or an object. */
  headers?: Record<string, string | string[]>;
  body?: Buffer | string;
}

export interface Reply {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

/** Starts a gateway whose functions are handlers in this process. Use with `await using`. */
export async function openGateway(
  api: RestApi,
  handlers: {
    it?: Handler;
    authorizer?: (event: Record<string, unknown>) => unknown;
    outcome?: InvokeOutcome;
    /** For integrations whose responses stream. */
    stream?: (event: ProxyEvent) => RuntimeOutcome | Promise<RuntimeOutcome>;
  } = {},
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway & AsyncDisposable> {
  const events: ProxyEvent[] = [];
  const log: string[] = [];
  const keys = new FakeApiKeys();
  const gateway = await startGateway({
    api,
    port: 0,
    apiKeys: keys,
    log: (line) => log.push(line),
    functions: {
      invoke: async (arn, payload) => {
        try {
          if (arn === authorizerArn) {
            const event = JSON.parse(payload.toString()) as Record<string, unknown>;
            return { kind: 'response', payload: JSON.stringify(await handlers.authorizer?.(event)) };
          }
          const event = JSON.parse(payload.toString()) as ProxyEvent;
          events.push(event);
          if (handlers.outcome) return handlers.outcome;
          const result = handlers.it ? await handlers.it(event) : { statusCode: 200, body: 'ok' };
          return { kind: 'response', payload: typeof result === 'string' ? result : JSON.stringify(result) };
        } catch (error) {
          return { kind: 'error', errorType: 'Error', errorMessage: (error as Error).message };
        }
      },
      invokeWithResponseStream: async (_arn, payload) => {
        const event = JSON.parse(payload.toString()) as ProxyEvent;
        events.push(event);
        if (handlers.stream === undefined) throw new Error('This gateway has no function that streams.');
        return handlers.stream(event);
      },
    },
    ...options,
  });
  return {
    ...gateway,
    events,
    log,
    keys,
    send: (path, options) => send(gateway.port, path, options),
    [Symbol.asyncDispose]: () => gateway.stop(),
  };
}

function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: SendOptions = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            statusCode: response.statusCode ?? 0,
            headers: response.headers,
            body: bytes,
            text: bytes.toString('utf8'),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
