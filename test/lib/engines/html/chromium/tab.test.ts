import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { BrowserProcess } from '#lib/engines/html/chromium/browser-process.ts';
import { Tab } from '#lib/engines/html/chromium/tab.ts';

/** A session of a browser that is killed while a page sends the proxy's credentials. */
class EndingSession extends EventEmitter {
  readonly sent: string[] = [];

  async send(method: string): Promise<unknown> {
    this.sent.push(method);
    if (method === 'Runtime.evaluate') {
      this.emit('Fetch.requestPaused', { requestId: '1' });
      this.emit('Fetch.authRequired', { requestId: '1' });
    }
    if (/continue|evaluate/.test(method)) throw new Error('Target closed');
    return Promise.resolve({ executionContextId: 1 });
  }

  connection(): undefined {
    return undefined;
  }
}

function processOf(session: EndingSession, createPage: () => Promise<string>): BrowserProcess {
  const browser = { createBrowserContext: () => Promise.resolve({ close: () => Promise.resolve() }) };
  const attach = () => Promise.resolve(session);
  return { browser, createPage, attach } as unknown as BrowserProcess;
}

async function withoutUnhandledRejections(work: () => Promise<unknown>): Promise<void> {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  await work();
  // Node reports unhandled rejections after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
}

it('fails without other effects when its browser ends while it is being opened', async () => {
  const ended = processOf(new EndingSession(), () => Promise.reject(new Error('Target closed')));
  await withoutUnhandledRejections(() =>
    expect(Tab.open(ended, AllowedHosts.none)).rejects.toThrow('Target closed'),
  );
});

it('has no other effects when its browser ends while the page gets the credentials', async () => {
  const session = new EndingSession();
  let pages = 0;
  const tab = await Tab.open(
    processOf(session, () =>
      (pages += 1) === 1 ? Promise.resolve('1') : Promise.reject(new Error('Target closed')),
    ),
    AllowedHosts.none,
  );
  await withoutUnhandledRejections(() => tab.admit());
  await tab.close();
  expect(session.sent).toEqual(expect.arrayContaining(['Fetch.continueRequest', 'Fetch.continueWithAuth']));
});
