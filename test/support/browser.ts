import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { unpackBrowser } from '#lib/engines/html/chromium/packed-browser.ts';
import { chromiumRoot, fontsConf } from './renderer.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Statuses of responses that the test provokes, which the browser reports as errors. */
  expected?: readonly number[];
}

/**
 * The layer's Chromium for a suite's tests. Whatever a page complains of makes its test fail: what its policy blocks,
 * what is not there, what its scripts throw.
 */
export function useBrowser(): { open: (url: string, options?: OpenOptions) => Promise<Page> } {
  const faults: string[] = [];
  let folder = '';
  let browser: Browser | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-'));
    const unpacking = join(folder, 'unpacking');
    await mkdir(unpacking);
    browser = await chromium.launch({
      executablePath: await unpackBrowser(chromiumRoot, folder, unpacking),
      args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
      env: {
        HOME: folder,
        TMPDIR: folder,
        LD_LIBRARY_PATH: join(chromiumRoot, 'lib'),
        FONTCONFIG_FILE: fontsConf,
        LANG: 'en_US.UTF-8',
        TZ: 'UTC',
      },
    });
  });
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    open: async (url, { expected = [], ...options } = {}) => {
      if (!browser) throw new Error('The browser is there in tests only.');
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        const status = /responded with a status of (\d{3})/.exec(message.text())?.[1];
        if (!expected.includes(Number(status))) faults.push(`${message.type()}: ${message.text()}`);
      });
      await page.goto(url);
      return page;
    },
  };
}
