import type { Log } from '../../service.ts';
import { isObject } from '../../is-object.ts';
import { type InvokeOperations, within } from './invoke.ts';
import { Policy } from './policy.ts';
import type { RequestHeaders } from './request-headers.ts';
import { GatewayFailure } from './response-types.ts';
import type { TokenAuthorizerDefinition } from './rest-api.ts';

/** What an authorizer found out about a caller. */
export interface Authorization {
  /** `requestContext.authorizer`: the principal and the authorizer's context as text, and how long it took. */
  context: Record<string, string | number>;
  /** The API key, for APIs whose key source is AUTHORIZER. */
  usageIdentifierKey: string | undefined;
}

interface Verdict extends Authorization {
  policy: Policy;
}

interface CacheEntry {
  verdict: Promise<Verdict>;
  /** Milliseconds since 1970. */
  expires: number;
}

const timeoutMilliseconds = 29_000;
/** Tokens that are remembered; the longest remembered goes first. */
const cacheSize = 10_000;

/**
 * A Lambda authorizer of type TOKEN.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export class TokenAuthorizer {
  readonly #definition: TokenAuthorizerDefinition;
  readonly #invoke: InvokeOperations['invoke'];
  readonly #log: Log;
  readonly #now: () => number;
  readonly #cache = new Map<string, CacheEntry>();

  constructor(
    definition: TokenAuthorizerDefinition,
    invoke: InvokeOperations['invoke'],
    log: Log,
    now: () => number = Date.now,
  ) {
    this.#definition = definition;
    this.#invoke = invoke;
    this.#log = log;
    this.#now = now;
  }

  /**
   * @param methodArn What the caller wants to do.
   * @throws {GatewayFailure} UNAUTHORIZED, ACCESS_DENIED, AUTHORIZER_FAILURE or AUTHORIZER_CONFIGURATION_ERROR.
   */
  async authorize(headers: RequestHeaders, methodArn: string, traceId: string): Promise<Authorization> {
    const tokens = headers.all(this.#definition.header);
    const [token] = tokens;
    // Of two different tokens the function might read the one that was not checked.
    if (!token || tokens.some((other) => other !== token)) throw new GatewayFailure('UNAUTHORIZED');
    if (this.#definition.validation?.test(token) === false) throw new GatewayFailure('UNAUTHORIZED');

    const verdict = await this.#verdict(token, methodArn, traceId);
    // The policy of a cached verdict was written for another method perhaps, but has to allow this one.
    const decision = verdict.policy.decide(methodArn);
    if (decision === 'deny') {
      const message = 'User is not authorized to access this resource with an explicit deny';
      throw new GatewayFailure('ACCESS_DENIED', { message });
    }
    if (decision === 'implicit') throw new GatewayFailure('ACCESS_DENIED');
    return verdict;
  }

  #verdict(token: string, methodArn: string, traceId: string): Promise<Verdict> {
    const { cacheSeconds } = this.#definition;
    if (cacheSeconds === 0) return this.#ask(token, methodArn, traceId);
    const cached = this.#cache.get(token);
    if (cached && cached.expires > this.#now()) return cached.verdict;

    const verdict = this.#ask(token, methodArn, traceId);
    const entry = { verdict, expires: this.#now() + cacheSeconds * 1000 };
    this.#cache.delete(token);
    this.#cache.set(token, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > cacheSize && oldest !== undefined) this.#cache.delete(oldest);
    // Failures are shared by the requests that wait for them and then forgotten.
    verdict.catch(() => {
      if (this.#cache.get(token) === entry) this.#cache.delete(token);
    });
    return verdict;
  }

  async #ask(token: string, methodArn: string, traceId: string): Promise<Verdict> {
    const event = JSON.stringify({ type: 'TOKEN', authorizationToken: token, methodArn });
    const invocation = this.#invoke(this.#definition.functionArn, event, { traceId });
    const outcome = await within(timeoutMilliseconds, invocation);
    if (outcome?.kind !== 'response') {
      if (outcome?.kind === 'error' && outcome.errorMessage === 'Unauthorized')
        throw new GatewayFailure('UNAUTHORIZED');
      const reason = outcome?.kind === 'error' ? outcome.errorMessage : (outcome?.kind ?? 'timed out');
      this.#log(`authorizer: ${reason}`);
      throw new GatewayFailure('AUTHORIZER_FAILURE');
    }
    try {
      return parseVerdict(JSON.parse(outcome.payload.toString()));
    } catch (error) {
      this.#log(`authorizer: its response has the wrong shape: ${(error as Error).message}`);
      throw new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR');
    }
  }
}

function parseVerdict(response: unknown): Verdict {
  if (!isObject(response)) throw new TypeError('it is not an object');
  const { principalId, policyDocument, usageIdentifierKey } = response;
  const context = response['context'] ?? {};
  if (typeof principalId !== 'string') throw new TypeError('principalId is not text');
  if (!isObject(context)) throw new TypeError('context is not an object');
  if (usageIdentifierKey != null && typeof usageIdentifierKey !== 'string') {
    throw new TypeError('usageIdentifierKey is not text');
  }
  const entries = Object.entries(context).filter(([, value]) => value !== null);
  for (const [name, value] of entries) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new TypeError(`context.${name} is neither text, number nor boolean`);
    }
  }
  const texts = entries.map(([name, value]): [string, string] => [name, String(value)]);
  return {
    policy: new Policy(policyDocument),
    context: Object.fromEntries([['principalId', principalId], ...texts]),
    usageIdentifierKey: usageIdentifierKey ?? undefined,
  };
}
