import { GatewayFailure } from './response-types.ts';
import type { Method, Quota, RestApi, Throttle, UsagePlan } from './rest-api.ts';
import { TokenBucket } from './token-bucket.ts';

/** An API key as the gateway needs it. */
export interface ApiKey {
  id: string;
  enabled: boolean;
  usagePlanIds: string[];
}

/** Where API keys are kept and their use is counted. */
export interface ApiKeys {
  findByValue(value: string): ApiKey | undefined;
  /**
   * Counts one request.
   *
   * @param period Any text that names the period, for instance `DAY 2026-11-21`.
   * @returns the requests in this period, this one included.
   */
  countUse(usagePlanId: string, keyId: string, period: string): number;
}

/** Admits requests: API key, usage plan, throttling. Limits are exact here; AWS applies them on best effort. */
export class UsagePlans {
  readonly #api: RestApi;
  readonly #keys: ApiKeys;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();

  /** @param now The time in milliseconds since 1970. */
  constructor(api: RestApi, keys: ApiKeys, now: () => number = Date.now) {
    this.#api = api;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * Checks the key of a request to a method that requires one.
   *
   * @returns the key.
   * @throws {GatewayFailure} INVALID_API_KEY, THROTTLED or QUOTA_EXCEEDED.
   */
  admitKey(value: string | undefined, method: Method): ApiKey {
    const key = value ? this.#keys.findByValue(value) : undefined;
    const plans = key?.usagePlanIds.map((id) => this.#api.usagePlans.get(id)) ?? [];
    const plan = plans.find((candidate) => candidate?.coversStage === true);
    if (!key?.enabled || !plan) throw new GatewayFailure('INVALID_API_KEY');
    this.#throttle(plan, key, method);
    if (plan.quota) this.#spend(plan.quota, plan, key);
    return key;
  }

  /**
   * Applies the stage's own throttling, which counts all callers of a method together.
   *
   * @throws {GatewayFailure} THROTTLED
   */
  admitMethod(method: Method): void {
    const { throttling } = this.#api.stage;
    // The most specific setting wins: both named, then one, then neither.
    const setting = throttling
      .filter(
        ({ path, httpMethod }) =>
          covers(path, '/*', method.resourcePath) && covers(httpMethod, '*', method.httpMethod),
      )
      .toSorted((one, other) => wildcards(one) - wildcards(other))[0];
    if (setting) this.#take(`stage ${method.httpMethod} ${method.resourcePath}`, setting.throttle);
  }

  #throttle(plan: UsagePlan, key: ApiKey, method: Method): void {
    const name = `${method.resourcePath}/${method.httpMethod}`;
    const own = plan.methodThrottles.get(name);
    if (own) this.#take(`plan ${plan.id} ${key.id} ${name}`, own);
    else if (plan.throttle) this.#take(`plan ${plan.id} ${key.id}`, plan.throttle);
  }

  #spend(quota: Quota, plan: UsagePlan, key: ApiKey): void {
    const used = this.#keys.countUse(plan.id, key.id, quotaPeriod(quota.period, this.#now()));
    if (used > quota.limit) throw new GatewayFailure('QUOTA_EXCEEDED');
  }

  #take(name: string, throttle: Throttle): void {
    let bucket = this.#buckets.get(name);
    if (!bucket) this.#buckets.set(name, (bucket = new TokenBucket(throttle, this.#now())));
    if (!bucket.take(this.#now())) throw new GatewayFailure('THROTTLED');
  }
}

/** Quotas start anew at midnight UTC, on Mondays, or on the first of the month. */
function quotaPeriod(period: Quota['period'], now: number): string {
  const date = new Date(now);
  if (period === 'WEEK') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return `${period} ${date.toISOString().slice(0, period === 'MONTH' ? 7 : 10)}`;
}

function covers(setting: string, everything: string, value: string): boolean {
  return setting === everything || setting === '*' || setting === value;
}

function wildcards(setting: { path: string; httpMethod: string }): number {
  return (setting.path === '/*' ? 2 : 0) + (setting.httpMethod === '*' ? 1 : 0);
}
