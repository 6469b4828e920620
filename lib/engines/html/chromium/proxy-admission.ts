import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'puppeteer-core';
import type { EgressProxy } from '../../egress/proxy.ts';
import { worldName } from '../main-frame.ts';
import type { BrowserProcess } from './browser-process.ts';
import { settlesWithin } from './settles-within.ts';

/** A context, its page and its proxy. */
interface Guest {
  proxy: Pick<EgressProxy, 'credentials' | 'isAdmitted'>;
  process: BrowserProcess;
  context: BrowserContext;
  targetId: string;
}

/** Milliseconds for the page to send a request, and for an empty one beside it. */
const times = { page: 250, emptyPage: 3_000 } as const;

/**
 * Gives a browser context the credentials of its proxy when a request first needs them, which most uploaded pages never
 * do.
 *
 * Chromium asks for credentials only for requests that the protocol intercepts: not for those of WebSockets and workers.
 * But it caches them for all, and looks there whenever a proxy demands them. So before the proxy demands them for the first
 * time, one intercepted request brings them into the cache, and every kind of request then finds them.
 */
export class ProxyAdmission {
  /** The URL of that request, at an address that the proxy rejects without a lookup. No page can know it. */
  readonly url = `http://255.255.255.255/${randomUUID()}`;
  #guest: Guest | undefined;
  #admission: Promise<void> | undefined;

  open(guest: Guest): void {
    this.#guest = guest;
  }

  /** From now on, the context gets no credentials. */
  close(): void {
    this.#guest = undefined;
  }

  /** Called before the proxy demands credentials for a request. */
  async demand(url: string): Promise<void> {
    if (url !== this.url) await this.admit();
  }

  /** Gives the context the credentials, once. If that fails, its requests to the network fail. */
  admit(): Promise<void> {
    return (this.#admission ??= this.#admit().catch(() => undefined));
  }

  async #admit(): Promise<void> {
    const { proxy, process, context, targetId } = this.#guest ?? {};
    if (!proxy || !process || !context || targetId === undefined) return;
    await settlesWithin(this.#request(process, targetId, proxy), times.page);
    if (proxy.isAdmitted) return;
    // The page is busy, or its security policy forbids the request.
    const empty = await process.createPage(context);
    await settlesWithin(this.#request(process, empty, proxy), times.emptyPage);
    await process.closePage(empty);
  }

  async #request(process: BrowserProcess, targetId: string, { credentials }: Guest['proxy']): Promise<void> {
    // Not the page's session, whose requests are intercepted by other rules.
    const session = await process.attach(targetId);
    // A browser killed meanwhile rejects these calls; the request below reports the failure.
    const ignore = (): undefined => undefined;
    session.on('Fetch.requestPaused', ({ requestId }) => {
      session.send('Fetch.continueRequest', { requestId }).catch(ignore);
    });
    session.on('Fetch.authRequired', ({ requestId }) => {
      const authChallengeResponse = { response: 'ProvideCredentials' as const, ...credentials };
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore);
    });
    const patterns = [{ urlPattern: this.url }];
    await session.send('Fetch.enable', { handleAuthRequests: true, patterns });
    // The page's own scripts may have replaced `fetch` in its own world.
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: targetId,
      worldName,
    });
    await session.send('Runtime.evaluate', {
      expression: `fetch('${this.url}', { mode: 'no-cors' }).then(() => undefined)`,
      contextId: executionContextId,
      awaitPromise: true,
    });
    await session.detach();
  }
}
