import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ResponseTimes } from '../response-times.ts';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface RenderingProps {
  /** The function that runs the browser. It has no grants, so that a page that escapes the browser gains no access. */
  renderer: ServiceFunction;
  /** The reason why Chromium is unavailable. Undefined when it is available. */
  unavailable: string | undefined;
  /** Private hosts that pages can reach, in the format of `ALLOWED_PRIVATE_HOSTS`. */
  allowedPrivateHosts: string;
  /** How the renderer replies, and its callers respond. */
  responses: ResponseTimes;
}

/** The bindings of the function that renders pages, and of its callers. */
export class Rendering {
  readonly #props: RenderingProps;

  constructor(props: RenderingProps) {
    this.#props = props;
  }

  /** Configures `fn` to render pages. */
  bindEngine(fn: ServiceFunction): void {
    fn.setVariables({
      CHROMIUM_ROOT: '/opt/chromium',
      ALLOWED_PRIVATE_HOSTS: this.#props.allowedPrivateHosts,
      RESPONSE_TRANSFER_MODE: this.#props.responses.mode,
    });
  }

  /** Allows `fn` to have pages rendered whose files can be in the bucket. */
  bindRequests(fn: ServiceFunction, stores: DataStores): void {
    stores.bindCarrying(fn);
    this.bindDrawing(fn);
  }

  /** Allows `fn` to call the renderer with what fits into the call. */
  bindDrawing(fn: ServiceFunction): void {
    const { renderer, responses } = this.#props;
    const { functionName, functionArn } = renderer.function;
    fn.setVariables({ ...responses.variables, RENDERER_FUNCTION_NAME: functionName });
    // `grantInvoke` would also allow versions and aliases.
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
    );
    this.bindAvailability(fn);
  }

  /** Sets the variable with the reason why Chromium is unavailable, if it is. */
  bindAvailability(fn: ServiceFunction): void {
    const { unavailable } = this.#props;
    if (unavailable) fn.setVariables({ CHROMIUM_UNAVAILABLE: unavailable });
  }
}
