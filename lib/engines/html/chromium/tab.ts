import type { RequestListener } from 'node:http';
import type { BrowserContext, CDPSession, Page } from 'puppeteer-core';
import type { AllowedHosts } from '../../egress/allowed-hosts.ts';
import type { FailureReason, RefusalReason } from '../../egress/errors.ts';
import { EgressProxy } from '../../egress/proxy.ts';
import { MainFrame } from '../main-frame.ts';
import type { BrowserProcess } from './browser-process.ts';

/** What the proxy kept from a page, or could not get. Of https and WebSockets only the origin is known. */
export interface Traffic {
  refused: { url: string; reason: RefusalReason }[];
  failed: { url: string; reason: FailureReason }[];
}

/** A page's process has ended, while the browser goes on. */
export class PageCrash extends Error {
  override readonly name = 'PageCrash';
  /** Whether it was ended by SIGKILL: by somebody else, for nothing that a page does ends a process so. */
  readonly wasKilled: boolean;

  constructor(wasKilled: boolean) {
    super('The page crashed.');
    this.wasKilled = wasKilled;
  }
}

/** What Chromium calls the end of a process by SIGKILL. */
const killed = { status: 'killed', errorCode: 9 } as const;

/** The most that is remembered of each: a page may try without end. */
const remembered = 1000;

/** An address that the proxy refuses without having to look anything up. */
const nowhere = 'http://255.255.255.255/';

/**
 * A page in a context of its own (cookies, caches, storage), whose traffic goes through a proxy of its own. Made before
 * it is needed, for one request, and closed after it.
 */
export class Tab {
  readonly process: BrowserProcess;
  readonly page: Page;
  /** Apart from puppeteer's own session, whose settings it leaves alone. */
  readonly session: CDPSession;
  readonly frame: MainFrame;
  readonly traffic: Traffic;
  /** Rejects with a `PageCrash` when the page's own process ends. */
  readonly crash: Promise<never>;
  #crashed = false;
  readonly #context: BrowserContext;
  readonly #proxy: EgressProxy;

  private constructor(
    process: BrowserProcess,
    context: BrowserContext,
    page: Page,
    session: CDPSession,
    proxy: EgressProxy,
    traffic: Traffic,
    targetId: string,
  ) {
    this.process = process;
    this.#context = context;
    this.page = page;
    this.session = session;
    this.frame = new MainFrame(session, targetId);
    this.#proxy = proxy;
    this.traffic = traffic;
    const { promise, reject } = Promise.withResolvers<never>();
    this.crash = promise;
    promise.catch(() => undefined);
    // Of a crash by a signal the page itself does not always tell.
    session.connection()?.on('Target.targetCrashed', (crash) => {
      if (crash.targetId !== targetId) return;
      this.#crashed = true;
      reject(new PageCrash(crash.status === killed.status && crash.errorCode === killed.errorCode));
    });
  }

  static async open(process: BrowserProcess, allowed: AllowedHosts): Promise<Tab> {
    const traffic: Traffic = { refused: [], failed: [] };
    const proxy = await EgressProxy.start({
      allowed,
      onRefused: (url, reason) => {
        if (traffic.refused.length < remembered) traffic.refused.push({ url, reason });
      },
      onFailed: (url, reason) => {
        if (traffic.failed.length < remembered) traffic.failed.push({ url, reason });
      },
    });
    try {
      const context = await process.browser.createBrowserContext({
        proxyServer: proxy.url,
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      });
      const page = await context.newPage();
      const session = await page.createCDPSession();
      const { targetInfo } = await session.send('Target.getTargetInfo');
      await giveCredentials(session, proxy);
      traffic.refused.length = 0;
      return new Tab(process, context, page, session, proxy, traffic, targetInfo.targetId);
    } catch (error) {
      await proxy.stop();
      throw error;
    }
  }

  get usable(): boolean {
    return this.process.alive && !this.#crashed && !this.page.isClosed();
  }

  /** Has `site` answer what the page asks of an origin (`http://host`) and is not intercepted. */
  serve(origin: string, site: RequestListener): void {
    this.#proxy.serve(origin, site);
  }

  async close(): Promise<void> {
    await Promise.all([this.#proxy.stop(), this.#context.close()]);
  }
}

/**
 * Makes the context know the proxy's credentials, by one request that is refused. Chromium asks for them where a page
 * itself requests something and not where a WebSocket or a shared worker does, but it remembers them for all.
 */
async function giveCredentials(session: CDPSession, proxy: EgressProxy): Promise<void> {
  // A browser that is killed meanwhile does not take these any more; the request below tells.
  const ignore = (): undefined => undefined;
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignore);
  });
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'ProvideCredentials' as const, ...proxy.credentials };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore);
  });
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: nowhere }] });
  await session.send('Runtime.evaluate', {
    expression: `fetch('${nowhere}', { mode: 'no-cors' }).then(() => undefined)`,
    awaitPromise: true,
  });
  await session.send('Fetch.disable');
  session.removeAllListeners();
}
