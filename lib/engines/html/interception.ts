import type { CDPSession, Protocol } from 'puppeteer-core';
import { failedHeader, deniedHeader } from '../egress/proxy-report.ts';

type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/** A response that replaces the one from the network. */
export type Fulfillment = Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'>;

/** How the requests that match one pattern are handled. */
export interface Rule {
  /** `*` matches any text. */
  urlPattern: string;
  /**
   * A response, changed headers for the network request, or the error with which it fails; undefined for requests that the
   * rule does not concern.
   */
  handle(
    request: Protocol.Network.Request,
  ):
    | Fulfillment
    | { headers: Protocol.Fetch.HeaderEntry[] }
    | Pick<Protocol.Fetch.FailRequestRequest, 'errorReason'>
    | undefined;
}

/**
 * Handles a page's requests by rules where they do not go to the network, and blanks the proxy's own responses in
 * frames: their text is not part of the page.
 */
export async function interceptRequests(session: CDPSession, rules: readonly Rule[]): Promise<void> {
  session.on('Fetch.requestPaused', (paused) => {
    // A closing page no longer accepts a response.
    void goOn(session, paused, rules).catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: [
      ...rules.map(({ urlPattern }) => ({ urlPattern })),
      // Only plain http requests can get the proxy's own responses.
      { urlPattern: 'http:*', resourceType: 'Document', requestStage: 'Response' },
    ],
  });
}

async function goOn(session: CDPSession, paused: PausedRequest, rules: readonly Rule[]): Promise<void> {
  const { requestId, request, responseStatusCode, responseHeaders } = paused;
  if (responseStatusCode !== undefined) {
    const isOurs = responseHeaders?.some(({ name }) =>
      [deniedHeader, failedHeader].includes(name.toLowerCase()),
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
    if ('errorReason' in outcome) return session.send('Fetch.failRequest', { requestId, ...outcome });
    if ('headers' in outcome) return session.send('Fetch.continueRequest', { requestId, ...outcome });
    return session.send('Fetch.fulfillRequest', { requestId, ...outcome });
  }
  return session.send('Fetch.continueRequest', { requestId });
}
