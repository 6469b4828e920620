import { pageDefaults, pdfDefaults } from '#lib/api/fields/html/defaults.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#lib/base/app-error.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { RenderRequest } from '#lib/engines/html/render-request.ts';
import { Renderer } from '#lib/engines/html/renderer.ts';
import { outputFolder } from '../../../layers/folders.ts';
import { allowedHost } from './addresses.ts';
import type { Attack, AttackSource } from './attack.ts';
import { type Outcome, outcomeOfError, outcomeOfPdf } from './outcome.ts';

const chromiumRoot = join(outputFolder, 'chromium/chromium');
const fontsConf = join(outputFolder, 'fonts/fonts/fonts.conf');

/** The layers that must be built and are not. */
export const missingLayers = (): string[] => [chromiumRoot, fontsConf].filter((path) => !existsSync(path));

export const newRenderer = (workDirectory: string, allowed = ''): Renderer =>
  new Renderer({ chromiumRoot, fontsConf, workDirectory, allowedHosts: AllowedHosts.parse(allowed) });

/** The service's own renderer: one without exceptions, and one for the attacks that need the allowed host. */
export class ServiceRenderer {
  readonly #strict: Renderer;
  readonly #allowing: Renderer;

  constructor(workDirectory: string) {
    this.#strict = newRenderer(workDirectory);
    this.#allowing = newRenderer(workDirectory, allowedHost);
  }

  async render(attack: Attack): Promise<Outcome> {
    const renderer = needsAllowedHost(attack.source) ? this.#allowing : this.#strict;
    try {
      if (attack.before) await renderer.render(requestOf(attack, attack.before), limits());
      const { content, title, warnings } = await renderer.render(requestOf(attack, attack.source), limits());
      await sleep(attack.afterwards ?? 0);
      const outcome = await outcomeOfPdf(content, title);
      const { reached } = outcomeOfError('', JSON.stringify(warnings));
      return { ...outcome, reached: [...outcome.reached, ...reached] };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const outcome = outcomeOfError(error instanceof AppError ? error.code : 'fault', said);
      // The cause is for the log, not for the client.
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
      return { ...outcome, said: `${said}${cause}` };
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#strict.close(), this.#allowing.close()]);
  }
}

const limits = () => ({ deadline: Date.now() + 15_000 });

const needsAllowedHost = (source: AttackSource): boolean =>
  'url' in source && source.url.startsWith(`http://${allowedHost}/`);

export function requestOf(attack: Partial<Attack>, source: AttackSource): RenderRequest {
  return {
    source:
      'url' in source
        ? { kind: 'url', url: source.url, failOnHttpError: false }
        : { kind: 'html', content: Buffer.from(source.html), assets: attack.assets ?? [] },
    page: {
      ...pageDefaults,
      waitDelay: attack.settle ?? 300,
      ...attack.page,
    },
    format: 'pdf',
    pdf: {
      paper: { width: 8.27, height: 11.69 },
      margins: { top: 0.8, right: 0.4, bottom: 0.8, left: 0.4 },
      ...pdfDefaults,
      ...attack.pdf,
    },
  };
}
