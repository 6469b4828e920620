import type { Method, RestApi, ThrottlingPerMethod, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { otherCallsPerMinute, type PlanName, planNames, plans } from '#lib/auth/plans.ts';
import type { Contract } from '#lib/api/contract.ts';

/** The gateway's limit as a multiple of the exact limit, because rejected requests drain its bucket too. */
const gatewayMargin = 10;

/**
 * One usage plan for each plan. `npm run keys` adds the keys.
 *
 * Each method has its own bucket, and the plan has none: polls never drain the bucket of the conversions. A bucket
 * holds the requests of one minute. A client within its rate is never throttled, even when it sends them all at once.
 */
export class UsagePlans extends Construct {
  readonly ids: Readonly<Record<PlanName, string>>;

  constructor(scope: Construct, id: string, api: RestApi, methods: ReadonlyMap<Contract, Method>) {
    super(scope, id);
    const entries = planNames.map((name): [PlanName, UsagePlan] => {
      const { title, requestsPerMinute } = plans[name];
      const plan = api.addUsagePlan(title, {
        description: `${title}: ${requestsPerMinute} conversions per minute, counted exactly by the functions.`,
        apiStages: [
          {
            stage: api.deploymentStage,
            throttle: [...methods].map(([{ metered }, method]): ThrottlingPerMethod => {
              const callsPerMinute = metered ? requestsPerMinute * gatewayMargin : otherCallsPerMinute(name);
              return { method, throttle: { rateLimit: callsPerMinute / 60, burstLimit: callsPerMinute } };
            }),
          },
        ],
      });
      return [name, plan];
    });
    this.ids = Object.fromEntries(entries.map(([name, plan]) => [name, plan.usagePlanId])) as Record<
      PlanName,
      string
    >;
  }
}
