import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { ResidentBrowser } from '#lib/engines/html/chromium/resident-browser.ts';
import { chromiumRoot, fontsConf } from '../../../../support/renderer.ts';
import { leftOut } from '../../../../support/requirements.ts';

describe.skipIf(leftOut('chromium'))('a resident browser', () => {
  let workDirectory: string;
  let browser: ResidentBrowser;

  beforeAll(async () => {
    workDirectory = await mkdtemp(join(tmpdir(), 'resident-browser-'));
    browser = new ResidentBrowser({
      chromiumRoot,
      fontsConf,
      workDirectory,
      allowedHosts: AllowedHosts.none,
      maximumUses: 100,
      maximumAge: 60_000,
    });
  });

  afterAll(async () => {
    await browser.close();
    await rm(workDirectory, { recursive: true, force: true });
  });

  it('closes a released tab soon, so that its result is sent first', async () => {
    const tab = await browser.take();
    browser.release(tab, 'close');
    expect(tab.usable).toBe(true);
    await expect.poll(() => tab.usable).toBe(false);
  });

  it('closes a released tab before it hands out the next one', async () => {
    const tab = await browser.take();
    browser.release(tab, 'close');
    const next = await browser.take();
    expect([tab.usable, next.usable]).toEqual([false, true]);
    expect(next.process).toBe(tab.process);
    browser.release(next, 'close');
  });

  it('closes released tabs before it ends', async () => {
    const tab = await browser.take();
    browser.release(tab, 'close');
    await browser.close();
    expect(tab.usable).toBe(false);
    await expect(browser.take()).rejects.toThrow('closed');
  });
});
