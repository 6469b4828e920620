import type { RequestListener } from 'node:http';
import type { BrowserContext, CDPSession } from 'puppeteer-core';
import type { AllowedHosts } from '../../egress/allowed-hosts.ts';
import type { FailureReason, DenialReason } from '../../egress/errors.ts';
import { EgressProxy } from '../../egress/proxy.ts';
import { standardFont } from '../font-stack.ts';
import { MainFrame } from '../main-frame.ts';
import { PageRequests } from '../page-requests.ts';
import type { BrowserProcess } from './browser-process.ts';
import { PageSessions } from './page-sessions.ts';
import { ProxyAdmission } from './proxy-admission.ts';

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

/**
 * A page in its own browser context (cookies, caches, storage), behind its own proxy. It is opened in advance, serves
 * one request, and is then closed.
 */
export class Tab {
  readonly process: BrowserProcess;
  readonly sessions: PageSessions;
  readonly frame: MainFrame;
  readonly requests: PageRequests;
  readonly traffic: Traffic;
  /** Rejects with a `PageCrash` when the page's process ends. */
  readonly crash: Promise<never>;
  #crashed = false;
  readonly #context: BrowserContext;
  readonly #proxy: EgressProxy;
  readonly #admission: ProxyAdmission;

  private constructor(
    process: BrowserProcess,
    context: BrowserContext,
    session: CDPSession,
    targetId: string,
    proxy: EgressProxy,
    admission: ProxyAdmission,
    traffic: Traffic,
    requests: PageRequests,
  ) {
    this.process = process;
    this.#context = context;
    this.sessions = new PageSessions(session);
    this.frame = new MainFrame(session, targetId);
    this.requests = requests;
    this.#proxy = proxy;
    this.#admission = admission;
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
    const admission = new ProxyAdmission();
    const proxy = await EgressProxy.start({
      allowed,
      onDenied: (url, reason) => {
        if (url !== admission.url && traffic.denied.length < remembered) traffic.denied.push({ url, reason });
      },
      onFailed: (url, reason) => {
        if (traffic.failed.length < remembered) traffic.failed.push({ url, reason });
      },
      beforeChallenge: (url) => admission.demand(url),
    });
    try {
      const context = await process.browser.createBrowserContext({
        proxyServer: proxy.url,
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      });
      const targetId = await process.createPage(context);
      const session = await process.attach(targetId);
      const requests = new PageRequests(targetId, admission.url);
      const tab = new Tab(process, context, session, targetId, proxy, admission, traffic, requests);
      await Promise.all([
        session.send('Page.enable'),
        // The substitute's real name distinguishes text without a font-family from text in Times New Roman.
        session.send('Page.setFontFamilies', { fontFamilies: { standard: standardFont } }),
        tab.sessions.start(),
        requests.follow(tab.sessions),
      ]);
      admission.open({ proxy, process, context, targetId });
      return tab;
    } catch (error) {
      await proxy.stop();
      throw error;
    }
  }

  get session(): CDPSession {
    return this.sessions.main;
  }

  get usable(): boolean {
    return this.process.alive && !this.#crashed && !this.session.detached;
  }

  /** Lets `site` handle those requests of the page to an origin (`http://host`) that are not intercepted. */
  serve(origin: string, site: RequestListener): void {
    this.#proxy.serve(origin, site);
  }

  /** Whether a request of the page has had the proxy's credentials. */
  get isAdmitted(): boolean {
    return this.#proxy.isAdmitted;
  }

  /** Gives the page the proxy's credentials now, instead of at its first request. */
  async admit(): Promise<void> {
    await this.#admission.admit();
  }

  /** From now on, nothing that the page requests leaves the machine. */
  isolate(): void {
    this.#admission.close();
    this.#proxy.isolate();
  }

  async close(): Promise<void> {
    this.#admission.close();
    await Promise.all([this.#proxy.stop(), this.#context.close()]);
  }
}
