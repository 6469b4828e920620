import { Duration, Size } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { engines } from '../engines.ts';
import type { DataStores } from './data-stores.ts';
import type { EngineLayers } from './engine-layers.ts';
import type { ServiceFunction } from './service-function.ts';

/** Longer than any caller waits: the renderer itself ends what takes too long. */
export const rendererTimeout = Duration.seconds(30);

/** Chromium unpacked (200 MB), the files of a request (250 MB), Chromium's profile and shared memory (250 MB), and room. */
export const rendererStorage = Size.mebibytes(1536);

export interface RenderingProps {
  /** Gets no grant: a page that breaks out of the browser finds nothing that it could do. */
  renderer: ServiceFunction;
  layers: EngineLayers;
  /** Hosts that pages may reach though they are not public, as `ALLOWED_PRIVATE_HOSTS` lists them. */
  allowedPrivateHosts: string;
}

/** The function that renders pages, and what its callers need. */
export class Rendering extends Construct {
  readonly #renderer: ServiceFunction;
  readonly #unavailable: string | undefined;

  constructor(scope: Construct, id: string, { renderer, layers, allowedPrivateHosts }: RenderingProps) {
    super(scope, id);
    this.#renderer = renderer;
    this.#unavailable = layers.addTo(renderer, engines.chromium);
    renderer.setVariables({
      CHROMIUM_ROOT: '/opt/chromium',
      FONTS_CONF: '/opt/fonts/fonts.conf',
      ALLOWED_PRIVATE_HOSTS: allowedPrivateHosts,
    });
  }

  /** Have pages rendered, by a function that converts. */
  bindRequests(fn: ServiceFunction, stores: DataStores): void {
    stores.bindRendering(fn);
    const { functionName, functionArn } = this.#renderer.function;
    fn.setVariables({ RENDERER_FUNCTION_NAME: functionName });
    // Not `grantInvoke`, which would allow its versions and aliases too.
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
    );
    if (this.#unavailable) fn.setVariables({ CHROMIUM_UNAVAILABLE: this.#unavailable });
  }
}
