import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Acknowledges rules of cdk-nag that `scope` and its children do not follow.
 *
 * @param reasons reasons by rule id without the pack's name, such as `S1` or `IAM5[…]`
 */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
}
