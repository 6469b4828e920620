import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ConformanceProps {
  /** The function that runs the validator. It has no grants, so that a file that escapes the validator gains no access. */
  checker: ServiceFunction;
  /** The reason why the validator is unavailable. Undefined when it is available. */
  unavailable: string | undefined;
}

/** The bindings of the function that validates PDF/A and PDF/UA, and of its callers. */
export class Conformance {
  readonly #props: ConformanceProps;

  constructor(props: ConformanceProps) {
    this.#props = props;
  }

  /** Sets the variables of veraPDF. */
  bindEngine(fn: ServiceFunction): void {
    fn.setVariables({ VERAPDF_ROOT: '/opt/verapdf' });
  }

  /** Allows `fn` to have files validated, which can be in the bucket meanwhile. */
  bindRequests(fn: ServiceFunction, stores: DataStores): void {
    const { checker, unavailable } = this.#props;
    const { functionName, functionArn } = checker.function;
    stores.bindCarrying(fn);
    fn.setVariables({
      CHECKER_FUNCTION_NAME: functionName,
      ...(unavailable === undefined ? {} : { CHECKER_UNAVAILABLE: unavailable }),
    });
    // `grantInvoke` would also allow versions and aliases.
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
    );
  }
}
