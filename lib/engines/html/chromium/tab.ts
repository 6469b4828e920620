import type { RequestListener } from 'node:http';
import type { BrowserContext, CDPSession, Page } from 'puppeteer-core';
import type { AllowedHosts } from '../../egress/allowed-hosts.ts';
import type { FailureReason, DenialReason } from '../../egress/errors.ts';
import { EgressProxy } from '../../egress/proxy.ts';
import { MainFrame } from '../main-frame.ts';
import type { BrowserProcess } from './browser-process.ts';

/**
 * Requests of a page that the proxy rejected or could not complete. Of https and WebSockets only the origin is known.
 */
export interface Traffic {
  denied: { url: string; reason: DenialReason }[];
  failed: { url: string; reason: FailureReason }[];
}

/** A page's process has ended; the browser still runs. */
export class PageCrash extends Error {
  override readonly name = 'PageCrash';
  /** Whether SIGKILL ended it from outside: nothing that a page does ends a process this way. */
  readonly wasKilled: boolean;

  constructor(wasKilled: boolean) {
    super('The page crashed.');
    this.wasKilled = wasKilled;
  }
}

/** Chromium's report of a process ended by SIGKILL. */
const killed = { status: 'killed', errorCode: 9 } as const;

/** Maximum number of recorded requests of each kind: a page may retry without end. */
const remembered = 1000;

/** An address that the proxy rejects without a lookup. */
const nowhere = 'http://255.255.255.255/';

/**
 * A page in its own browser context (cookies, caches, storage), behind its own proxy. It is opened in advance, serves
 * one request, and is then closed.
 */
export class Tab {
  readonly process: BrowserProcess;
  readonly page: Page;
  /** Separate from puppeteer's session, whose settings stay unchanged. */
  readonly session: CDPSession;
  readonly frame: MainFrame;
  readonly traffic: Traffic;
  /** Rejects with a `PageCrash` when the page's process ends. */
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
    // The page itself does not always report a crash by a signal.
    session.connection()?.on('Target.targetCrashed', (crash) => {
      if (crash.targetId !== targetId) return;
      this.#crashed = true;
      reject(new PageCrash(crash.status === killed.status && crash.errorCode === killed.errorCode));
    });
  }

  static async open(process: BrowserProcess, allowed: AllowedHosts): Promise<Tab> {
    const traffic: Traffic = { denied: [], failed: [] };
    const proxy = await EgressProxy.start({
      allowed,
      onDenied: (url, reason) => {
        if (traffic.denied.length < remembered) traffic.denied.push({ url, reason });
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
      traffic.denied.length = 0;
      return new Tab(process, context, page, session, proxy, traffic, targetInfo.targetId);
    } catch (error) {
      await proxy.stop();
      throw error;
    }
  }

  get usable(): boolean {
    return this.process.alive && !this.#crashed && !this.page.isClosed();
  }

  /** Lets `site` handle those requests of the page to an origin (`http://host`) that are not intercepted. */
  serve(origin: string, site: RequestListener): void {
    this.#proxy.serve(origin, site);
  }

  /** From now on, nothing that the page requests leaves the machine. */
  isolate(): void {
    this.#proxy.isolate();
  }

  async close(): Promise<void> {
    await Promise.all([this.#proxy.stop(), this.#context.close()]);
  }
}

/**
 * Gives the context the proxy's credentials through one rejected request. Chromium asks for them only when a page
 * itself requests something, not for WebSockets or shared workers, but then caches them for all.
 */
async function giveCredentials(session: CDPSession, proxy: EgressProxy): Promise<void> {
  // A browser killed meanwhile rejects this call; the request below reports the failure.
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
