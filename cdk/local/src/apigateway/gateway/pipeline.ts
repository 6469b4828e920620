import type { IncomingMessage } from 'node:http';
import type { Log } from '../../service.ts';
import type { HttpResponse } from './http-response.ts';
import { methodArn, type Exchange } from './exchange.ts';
import { gatewayResponse } from './gateway-response.ts';
import type { InvokeOperations } from './invoke.ts';
import { LambdaProxy } from './lambda-proxy.ts';
import { limits } from './limits.ts';
import { mockResponse } from './mock-integration.ts';
import { readBody } from './request-body.ts';
import { requestContext, type Admission } from './request-context.ts';
import { headerValuesSize } from './request-headers.ts';
import { GatewayFailure } from './response-types.ts';
import type { Method, RestApi } from './rest-api.ts';
import { Routes, type Match } from './routes.ts';
import { TokenAuthorizer, type Authorization } from './token-authorizer.ts';
import { UsagePlans, type ApiKeys } from './usage-plans.ts';

/** Takes requests through the steps of API Gateway, in its order: route, authorizer, API key, throttling, function. */
export class Pipeline {
  readonly #api: RestApi;
  readonly #log: Log;
  readonly #routes: Routes;
  readonly #proxy: LambdaProxy;
  readonly #usagePlans: UsagePlans;
  readonly #authorizers: ReadonlyMap<string, TokenAuthorizer>;

  constructor(api: RestApi, apiKeys: ApiKeys, functions: InvokeOperations, log: Log) {
    this.#api = api;
    this.#log = log;
    this.#routes = new Routes(api.methods);
    this.#proxy = new LambdaProxy(api, functions);
    this.#usagePlans = new UsagePlans(api, apiKeys);
    const invoke = functions.invoke.bind(functions);
    const definitions = api.methods.flatMap(({ authorizer }) => authorizer ?? []);
    this.#authorizers = new Map(
      definitions.map((definition) => [definition.id, new TokenAuthorizer(definition, invoke, log)]),
    );
  }

  /** Handles one request. Every problem becomes a response, except that of a client which went away. */
  async handle(request: IncomingMessage, exchange: Exchange): Promise<HttpResponse> {
    const admission: Admission = {};
    const body = await readBody(request, limits.bodyBytes);
    try {
      checkQuotas(request, body);
      return await this.#serve(exchange, admission, body);
    } catch (error) {
      const failure = error instanceof GatewayFailure ? error : this.#unexpected(error);
      if (failure.message !== failure.type) {
        this.#log(`${exchange.httpMethod} ${exchange.contextPath}: ${failure.message}`);
      }
      const context = requestContext(this.#api, exchange, admission);
      return gatewayResponse(this.#api, exchange, context, failure);
    }
  }

  async #serve(exchange: Exchange, admission: Admission, body: Buffer[]): Promise<HttpResponse> {
    const match = this.#match(exchange);
    const { method } = match;
    admission.method = method;
    const authorization = await this.#authorize(exchange, method);
    if (authorization) admission.authorization = authorization;
    if (method.apiKeyRequired) {
      const fromHeader = this.#api.apiKeySource === 'HEADER';
      const value = fromHeader ? exchange.headers.get('x-api-key') : authorization?.usageIdentifierKey;
      admission.apiKey = { ...this.#usagePlans.admitKey(value, method), value: value ?? '' };
    }
    this.#usagePlans.admitMethod(method);

    const context = requestContext(this.#api, exchange, admission);
    return method.integration.type === 'MOCK'
      ? mockResponse(this.#api, exchange, context, method.integration)
      : await this.#proxy.handle(exchange, match, context, method.integration, body);
  }

  #match(exchange: Exchange): Match {
    let match: Match | undefined;
    try {
      match = this.#routes.match(exchange.httpMethod, exchange.path);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      throw new GatewayFailure('DEFAULT_4XX', { statusCode: 400 });
    }
    if (match) return match;
    // Where nothing is known, API Gateway takes any Authorization header for an AWS signature, and says what it lacks.
    const authorization = exchange.headers.get('authorization');
    if (authorization === undefined) throw new GatewayFailure('MISSING_AUTHENTICATION_TOKEN');
    const message = `'${authorization}' not a valid key=value pair (missing equal-sign) in Authorization header.`;
    throw new GatewayFailure('INVALID_SIGNATURE', { message });
  }

  async #authorize(exchange: Exchange, method: Method): Promise<Authorization | undefined> {
    const authorizer = method.authorizer && this.#authorizers.get(method.authorizer.id);
    if (!authorizer) return undefined;
    const arn = methodArn(this.#api, exchange);
    if (arn.length > limits.methodArnBytes) {
      throw new GatewayFailure('DEFAULT_4XX', { statusCode: 414, message: 'Request URI too long' });
    }
    const started = performance.now();
    const authorization = await authorizer.authorize(exchange.headers, arn, exchange.traceId);
    const integrationLatency = Math.round(performance.now() - started);
    return { ...authorization, context: { ...authorization.context, integrationLatency } };
  }

  #unexpected(error: unknown): GatewayFailure {
    const reason = `the local gateway failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    return new GatewayFailure('DEFAULT_5XX', { statusCode: 500, reason });
  }
}

/** @throws {GatewayFailure} if the request breaks a quota of the service itself. */
function checkQuotas(request: IncomingMessage, body: Buffer[] | undefined): asserts body is Buffer[] {
  if ((request.url?.length ?? 0) > limits.urlCharacters) {
    throw new GatewayFailure('DEFAULT_4XX', { statusCode: 414, message: 'Request URI too long' });
  }
  if (headerValuesSize(request.rawHeaders) > limits.headerBytes) {
    throw new GatewayFailure('DEFAULT_4XX', { statusCode: 431, message: 'Request Header Fields Too Large' });
  }
  if (!body) throw new GatewayFailure('REQUEST_TOO_LARGE');
}
