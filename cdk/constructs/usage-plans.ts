import type { RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { type PlanName, planNames, plans } from '../../lib/auth/plans.ts';

/** How far outside the exact limit the gateway's fence stands: refused requests drain its bucket too. */
const fence = 10;

/** One usage plan for each plan. Keys are put into them by `npm run keys`. */
export class UsagePlans extends Construct {
  readonly ids: Readonly<Record<PlanName, string>>;

  constructor(scope: Construct, id: string, api: RestApi) {
    super(scope, id);
    const entries = planNames.map((name): [PlanName, UsagePlan] => {
      const { title, requestsPerMinute } = plans[name];
      const plan = api.addUsagePlan(title, {
        description: `${title}: ${requestsPerMinute} conversions a minute, counted exactly by the functions.`,
        throttle: { rateLimit: (requestsPerMinute * fence) / 60, burstLimit: requestsPerMinute * fence },
        apiStages: [{ stage: api.deploymentStage }],
      });
      return [name, plan];
    });
    this.ids = Object.fromEntries(entries.map(([name, plan]) => [name, plan.usagePlanId])) as Record<
      PlanName,
      string
    >;
  }
}
