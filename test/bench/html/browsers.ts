import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { BrowserProcess, type BrowserOptions } from '#lib/html/chromium/browser-process.ts';
import { unpackBrowser } from '#lib/html/chromium/packed-browser.ts';
import { outputFolder } from '../../../layers/folders.ts';
import type { Contestant } from './contestant.ts';
import { type Sample, viewport } from './sample.ts';

/** The Chromium layer as it stands in `/opt`. */
export const chromiumRoot = join(outputFolder, 'chromium/chromium');

/**
 * Puppeteer and nothing else, with the service's own browser and switches: what the service adds is then the
 * difference.
 *
 * @param folder for the browser and its profiles
 */
export async function browserContestants(
  folder: string,
): Promise<{ resident: Contestant; fresh: Contestant; stop(): Promise<void> }> {
  const work = join(folder, 'unpacking');
  await mkdir(work, { recursive: true });
  const program = await unpackBrowser(chromiumRoot, folder, work);
  let launches = 0;
  const start = (): Promise<BrowserProcess> => {
    const options: BrowserOptions = {
      program,
      libraries: join(chromiumRoot, 'lib'),
      fontsConf: join(outputFolder, 'fonts/fonts/fonts.conf'),
      folder: join(folder, `browser-${(launches += 1)}`),
    };
    return BrowserProcess.start(options);
  };
  const resident = await start();
  return {
    resident: {
      name: 'puppeteer, one browser, new contexts',
      render: (sample) => renderIn(resident.browser, sample),
    },
    fresh: {
      name: 'puppeteer, a new browser each time',
      render: async (sample) => {
        const process = await start();
        try {
          return await renderIn(process.browser, sample);
        } finally {
          await process.kill();
        }
      },
    },
    stop: () => resident.kill(),
  };
}

async function renderIn(browser: Browser, { html, output }: Sample): Promise<Uint8Array> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    if (output.kind === 'png') await page.setViewport(viewport);
    await page.setContent(html);
    if (output.kind === 'png') return await page.screenshot({ fullPage: output.fullPage });
    // Tags, puppeteer's default, would be half as much work again, and the service writes none.
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false, outline: false });
  } finally {
    await context.close();
  }
}
