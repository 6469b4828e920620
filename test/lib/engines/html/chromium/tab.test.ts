import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { BrowserProcess } from '#lib/engines/html/chromium/browser-process.ts';
import { Tab } from '#lib/engines/html/chromium/tab.ts';

/** A session of a browser that is killed while a tab sends the proxy's credentials. */
class EndingSession extends EventEmitter {
  readonly sent: string[] = [];

  async send(method: string): Promise<unknown> {
    this.sent.push(method);
    if (method === 'Runtime.evaluate') {
      this.emit('Fetch.requestPaused', { requestId: '1' });
      this.emit('Fetch.authRequired', { requestId: '1' });
    }
    if (/continue|evaluate/.test(method)) throw new Error('Target closed');
    return Promise.resolve({ targetInfo: { targetId: '1' } });
  }
}

it('fails without other effects when its browser ends while it is being opened', async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  const session = new EndingSession();
  const page = { createCDPSession: () => Promise.resolve(session) };
  const context = { newPage: () => Promise.resolve(page) };
  const browser = { createBrowserContext: () => Promise.resolve(context) };
  await expect(Tab.open({ browser } as unknown as BrowserProcess, AllowedHosts.none)).rejects.toThrow(
    'Target closed',
  );
  // Node reports unhandled rejections after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
  expect(session.sent).toEqual(expect.arrayContaining(['Fetch.continueRequest', 'Fetch.continueWithAuth']));
});
