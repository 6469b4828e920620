import type { CDPSession, Protocol } from 'puppeteer-core';
import { failedHeader, refusedHeader } from '../egress/proxy-report.ts';

type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/** What comes back instead of what a request would get. */
export type Answer = Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'>;

/** What is to happen to the requests that one pattern matches. */
export interface Rule {
  /** With `*` for anything. */
  urlPattern: string;
  /** An answer of our own, or other headers to ask the network with; nothing for requests that are not this rule's. */
  handle(request: Protocol.Network.Request): Answer | { headers: Protocol.Fetch.HeaderEntry[] } | undefined;
}

/**
 * Answers a page's requests by rules, where they go by another way than the network, and blanks what the proxy answers
 * to its frames: words that are not the page's.
 */
export async function interceptRequests(session: CDPSession, rules: readonly Rule[]): Promise<void> {
  session.on('Fetch.requestPaused', (paused) => {
    // A page that is being closed does not take its answer any more.
    void goOn(session, paused, rules).catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: [
      ...rules.map(({ urlPattern }) => ({ urlPattern })),
      // Only what goes through the proxy in plain text can have its answers.
      { urlPattern: 'http:*', resourceType: 'Document', requestStage: 'Response' },
    ],
  });
}

async function goOn(session: CDPSession, paused: PausedRequest, rules: readonly Rule[]): Promise<void> {
  const { requestId, request, responseStatusCode, responseHeaders } = paused;
  if (responseStatusCode !== undefined) {
    const isOurs = responseHeaders?.some(({ name }) =>
      [refusedHeader, failedHeader].includes(name.toLowerCase()),
    );
    if (!isOurs) return session.send('Fetch.continueResponse', { requestId });
    return session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: responseHeaders ?? [],
      body: '',
    });
  }
  for (const rule of rules) {
    const outcome = rule.handle(request);
    if (!outcome) continue;
    if ('headers' in outcome) return session.send('Fetch.continueRequest', { requestId, ...outcome });
    return session.send('Fetch.fulfillRequest', { requestId, ...outcome });
  }
  return session.send('Fetch.continueRequest', { requestId });
}
