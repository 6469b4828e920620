import { lookup } from 'node:dns/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { isPublicAddress } from '#lib/engines/egress/address.ts';
import type { Attack, AttackSource } from './attack.ts';
import { exposures } from './exposures.ts';
import { type Outcome, outcomeOfError, outcomeOfPdf } from './outcome.ts';
import { proxyUser } from './public-site.ts';

/**
 * The control: Chromium as `@sparticuz/chromium` and puppeteer start it, which opens any URL. It shows
 * that the canaries sing, and so that an attack that reaches nothing in the service would reach something elsewhere.
 */
export class NaiveBrowser {
  readonly #folder: string;
  readonly #launch: () => Promise<Browser>;

  private constructor(folder: string, launch: () => Promise<Browser>) {
    this.#folder = folder;
    this.#launch = launch;
  }

  static async start(folder: string): Promise<NaiveBrowser> {
    // Only root gives unpacked files to their owners, and this namespace does not have those.
    process.getuid = (): number => 65_534;
    // Read when the package is imported: it brings its own libraries where it finds itself on Lambda.
    process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x';
    const [{ default: chromium }, { default: puppeteer }] = await Promise.all([
      import('@sparticuz/chromium'),
      import('puppeteer-core'),
    ]);
    const executablePath = await chromium.executablePath();
    const args = chromium.args.filter((arg) => arg !== '--single-process');
    return new NaiveBrowser(folder, () =>
      puppeteer.launch({ args, executablePath, headless: 'shell', acceptInsecureCerts: true }),
    );
  }

  /** In a separate browser, so that no request of one attack arrives during another. */
  async render(attack: Attack): Promise<Outcome> {
    const browser = await this.#launch();
    const late = setTimeout(() => browser.process()?.kill('SIGKILL'), 15_000);
    try {
      if (attack.before) await this.#print(browser, attack, attack.before);
      const { pdf, title } = await this.#print(browser, attack, attack.source);
      await sleep(attack.afterwards ?? 0);
      return await outcomeOfPdf(pdf, title);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const [, net = 'error'] = /net::(ERR_\w+)/.exec(said) ?? [];
      return outcomeOfError(net, said);
    } finally {
      clearTimeout(late);
      browser.process()?.kill('SIGKILL');
    }
  }

  /** What a browser holds out while it runs. */
  async exposures(): Promise<string[]> {
    const browser = await this.#launch();
    const found = exposures();
    browser.process()?.kill('SIGKILL');
    return found;
  }

  async #print(browser: Browser, attack: Attack, source: AttackSource) {
    const page = await browser.newPage();
    const { page: options = {}, pdf = {} } = attack;
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    if (attack.credentialedControl) await page.authenticate({ username: proxyUser, password: 'password' });
    if (options.javascript === false) await page.setJavaScriptEnabled(false);
    if (options.userAgent !== undefined) await page.setUserAgent({ userAgent: options.userAgent });
    if (options.extraHttpHeaders) await page.setExtraHTTPHeaders({ ...options.extraHttpHeaders });
    await page.emulateMediaType(options.emulatedMediaType ?? 'print');
    const url = 'url' in source ? source.url : this.#upload(attack, source.html);
    if (attack.checkedControl) await denyPrivate(url);
    await page.goto(url, { waitUntil: 'load', timeout: 4_000 });
    await bringIntoView(page);
    if (options.waitForExpression !== undefined) {
      await page.waitForFunction(options.waitForExpression, { timeout: 2_000 });
    }
    await sleep(attack.settle ?? 300);
    const { headerTemplate, footerTemplate } = pdf;
    const printed = await page.pdf({
      format: 'A4',
      printBackground: true,
      margin: { top: '20mm', bottom: '20mm' },
      displayHeaderFooter: headerTemplate !== undefined || footerTemplate !== undefined,
      headerTemplate: headerTemplate ?? '<span></span>',
      footerTemplate: footerTemplate ?? '<span></span>',
      timeout: 4_000,
    });
    const title = await page.title();
    await page.close();
    return { pdf: printed, title };
  }

  #upload({ name, assets = [] }: Attack, html: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'page.html'), html);
    for (const asset of assets.filter((file) => !/[/:]/.test(file.name))) {
      writeFileSync(join(folder, asset.name), asset.content);
    }
    return pathToFileURL(join(folder, 'page.html')).href;
  }
}

async function bringIntoView(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, 1e6)').catch(() => undefined);
}

/** A check before the browser opens the page. The address can change between the two lookups. */
async function denyPrivate(url: string): Promise<void> {
  const addresses = await lookup(new URL(url).hostname, { all: true });
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new Error('net::ERR_REFUSED');
}
