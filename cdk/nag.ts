import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Records why `scope` and what is below it do not follow rules of cdk-nag.
 *
 * @param reasons rule id without the pack's name, such as `S1` or `IAM5[…]`, and the reason
 */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
}
