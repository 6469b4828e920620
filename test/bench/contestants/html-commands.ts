import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { viewport } from '../tasks/html-pages.ts';
import type { HtmlTask, Task } from '../tasks/task.ts';
import type { Command } from './commands.ts';

/** For one that makes only PDFs, or only pictures. */
const only =
  (operation: HtmlTask['operation'], args: (task: HtmlTask, target: string) => string[]): Command['calls'] =>
  (task, output) =>
    task.operation === operation ? [args(task, join(output, 'page'))] : undefined;

/** Programs that render pages, with their own settings and the fonts of this machine. */
export const htmlCommands = (folder: string): Command[] => [
  {
    program: 'chromium',
    version: ['--version'],
    calls: (task, output) => (isHtml(task) ? [chromium(task, join(output, 'page'), folder)] : undefined),
  },
  {
    program: 'wkhtmltopdf',
    version: ['--version'],
    // It needs a display when it was built without its patched Qt.
    environment: { QT_QPA_PLATFORM: 'offscreen' },
    calls: only('html → pdf', ({ file }, target) => ['--quiet', file, target]),
  },
  {
    program: 'wkhtmltoimage',
    version: ['--version'],
    environment: { QT_QPA_PLATFORM: 'offscreen' },
    calls: only('html → png', ({ file, page: { output } }, target) => [
      ...['--quiet', '--format', 'png', '--width', String(viewport.width)],
      ...(output.kind === 'png' && !output.fullPage ? ['--height', String(viewport.height)] : []),
      ...[file, target],
    ]),
  },
  {
    program: 'weasyprint',
    version: ['--version'],
    calls: only('html → pdf', ({ file }, target) => ['--quiet', file, target]),
  },
];

const isHtml = (task: Task): task is HtmlTask =>
  task.operation === 'html → pdf' || task.operation === 'html → png';

let profiles = 0;

/**
 * Concurrent processes need separate profiles. It writes images of its window, which must have the height of the page,
 * in the format of the file name.
 */
const chromium = ({ file, page: { output } }: HtmlTask, target: string, folder: string): string[] => [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  `--user-data-dir=${join(folder, `chromium-profile-${(profiles += 1) % 2}`)}`,
  ...(output.kind === 'pdf'
    ? ['--no-pdf-header-footer', `--print-to-pdf=${target}`]
    : [`--window-size=${viewport.width},${output.height}`, `--screenshot=${target}.png`]),
  pathToFileURL(file).href,
];
