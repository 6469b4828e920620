import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { BrowserProcess } from '#lib/engines/html/chromium/browser-process.ts';
import { unpackBrowser } from '#lib/engines/html/chromium/packed-browser.ts';
import { projectRoot } from '../../../cdk/project.ts';
import { viewport } from '../tasks/html-pages.ts';
import type { HtmlTask, Task } from '../tasks/task.ts';
import type { Contestant } from './contestant.ts';
import { chromiumRoot, fontsConf } from './gotenberg.ts';
import { numberIn } from './versions.ts';

/**
 * Puppeteer and nothing else, with the service's own browser and switches, a new context for each page: what the
 * service adds is then the difference. It is no service, so it has no cold start.
 *
 * @param folder for the browser and its profile
 */
export async function puppeteer(folder: string): Promise<Contestant> {
  const work = join(folder, 'unpacking');
  await mkdir(work, { recursive: true });
  const resident = await BrowserProcess.start({
    program: await unpackBrowser(chromiumRoot, folder, work),
    libraries: join(chromiumRoot, 'lib'),
    fontsConf,
    folder: join(folder, 'browser'),
    pageProcesses: 'forked',
    patience: 20_000,
  });
  const pid = resident.browser.process()?.pid;
  const chromium = numberIn(await resident.browser.version());
  return {
    name: 'puppeteer',
    description: `the library ${ownVersion()} alone in this process, one resident Chromium ${chromium}`,
    does: isHtml,
    perform: async (task) => {
      if (!isHtml(task)) throw new Error(`puppeteer does not do ${task.operation}`);
      return { files: [await render(resident.browser, task)] };
    },
    processes: () => [{ name: 'puppeteer', pids: pid === undefined ? [] : [pid] }],
    stop: () => resident.kill(),
  };
}

function ownVersion(): string {
  const description = readFileSync(join(projectRoot, 'node_modules/puppeteer-core/package.json'), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}

const isHtml = (task: Task): task is HtmlTask =>
  task.operation === 'html → pdf' || task.operation === 'html → png';

async function render(browser: Browser, { file, page: { output } }: HtmlTask): Promise<Uint8Array> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    if (output.kind === 'png') await page.setViewport(viewport);
    await page.setContent(readFileSync(file, 'utf8'));
    if (output.kind === 'png') return await page.screenshot({ fullPage: output.fullPage });
    // Tags, puppeteer's default, would be half as much work again, and the service writes none.
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false, outline: false });
  } finally {
    await context.close();
  }
}
