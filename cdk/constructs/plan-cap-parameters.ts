import { CfnParameter, Fn } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type PlanCapName, planCaps } from '#lib/auth/plan-caps.ts';
import { planNames, plans } from '#lib/auth/plans.ts';
import type { ServiceFunction } from './service-function.ts';

const capNames = Object.keys(planCaps) as PlanCapName[];

/** The stack parameters `<Plan><Cap>`, such as `FreeOpenJobs`. */
export class PlanCapParameters extends Construct {
  readonly #values = new Map<PlanCapName, string>();

  constructor(scope: Construct, id: string) {
    super(scope, id);
    for (const name of capNames) {
      const { parameter, defaults, minimum, maximum, description } = planCaps[name];
      const values = planNames.map((plan) => {
        const { title } = plans[plan];
        const value = new CfnParameter(this, `${title}${parameter}`, {
          type: 'Number',
          default: defaults[plan],
          minValue: minimum,
          maxValue: maximum,
          description: `${title}: ${description}`,
        });
        // The default id would contain the construct's path.
        value.overrideLogicalId(`${title}${parameter}`);
        return value.valueAsString;
      });
      this.#values.set(name, Fn.join(',', values));
    }
  }

  /** Sets these caps as environment variables of `fn`. */
  bind(fn: ServiceFunction, ...names: PlanCapName[]): void {
    for (const name of names) fn.setVariables({ [planCaps[name].variable]: this.#values.get(name) ?? '' });
  }
}
