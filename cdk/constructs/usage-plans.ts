import type { Method, RestApi, ThrottlingPerMethod, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { otherCallsPerMinute, type PlanName, planNames, plans } from '../../lib/auth/plans.ts';
import type { Contract } from '#lib/api/contract.ts';

/** How far outside the exact limit the gateway's fence stands: rejected requests drain its bucket too. */
const fence = 10;

/**
 * One usage plan for each plan. Keys are put into them by `npm run keys`.
 *
 * Each method has a bucket of its own, and there is none for the whole plan: polls never drain the bucket of the
 * conversions. A bucket holds the calls of a minute, so that a client that keeps to the rate is never throttled, however
 * its calls are spread over the minute.
 */
export class UsagePlans extends Construct {
  readonly ids: Readonly<Record<PlanName, string>>;

  constructor(scope: Construct, id: string, api: RestApi, methods: ReadonlyMap<Contract, Method>) {
    super(scope, id);
    const entries = planNames.map((name): [PlanName, UsagePlan] => {
      const { title, requestsPerMinute } = plans[name];
      const plan = api.addUsagePlan(title, {
        description: `${title}: ${requestsPerMinute} conversions a minute, counted exactly by the functions.`,
        apiStages: [
          {
            stage: api.deploymentStage,
            throttle: [...methods].map(([{ metered }, method]): ThrottlingPerMethod => {
              const callsPerMinute = metered ? requestsPerMinute * fence : otherCallsPerMinute(name);
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
