import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ResponseTimes } from '../response-times.ts';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface RenderingProps {
  /** How the renderer returns its replies: as functions return files. */
  responses: ResponseTimes;
  /** Gets no grant: a page that breaks out of the browser finds nothing that it could do. */
  renderer: ServiceFunction;
  /** Why there is no Chromium, if so. */
  unavailable: string | undefined;
  /** Hosts that pages may reach though they are not public, as `ALLOWED_PRIVATE_HOSTS` lists them. */
  allowedPrivateHosts: string;
  /** How the renderer replies, and its callers respond. */
  responses: ResponseTimes;
}

/** What the function that renders pages needs, and what its callers need. */
export class Rendering {
  readonly #props: RenderingProps;

  constructor(props: RenderingProps) {
    this.#props = props;
  }

  /** Render pages. */
  bindEngine(fn: ServiceFunction): void {
    fn.setVariables({
      ...this.#props.responses.variables,
      CHROMIUM_ROOT: '/opt/chromium',
      FONTS_CONF: '/opt/fonts/fonts.conf',
      ALLOWED_PRIVATE_HOSTS: this.#props.allowedPrivateHosts,
      RESPONSE_TRANSFER_MODE: this.#props.responses.mode,
    });
  }

  /** Have pages rendered, by a function that converts. */
  bindRequests(fn: ServiceFunction, stores: DataStores): void {
    const { renderer, responses, unavailable } = this.#props;
    stores.bindRendering(fn);
    const { functionName, functionArn } = renderer.function;
    fn.setVariables({ ...responses.variables, RENDERER_FUNCTION_NAME: functionName });
    // Not `grantInvoke`, which would allow its versions and aliases too.
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
    );
    if (unavailable) fn.setVariables({ CHROMIUM_UNAVAILABLE: unavailable });
  }
}
