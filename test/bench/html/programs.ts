import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Contestant } from './contestant.ts';
import { type Sample, viewport } from './sample.ts';

/** How a program is called; the arguments are undefined for what it cannot make. */
interface Command {
  program: string;
  args: (sample: Sample, input: string, output: string) => string[] | undefined;
}

/** Milliseconds. */
const longest = 120_000;

/** Chromium writes pictures of its window, which has to be given the page's height here. */
const chromium = (profile: string): Command => ({
  program: 'chromium',
  args: ({ output }, input, target) => [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', `--user-data-dir=${profile}`],
    ...(output.kind === 'pdf'
      ? ['--no-pdf-header-footer', `--print-to-pdf=${target}`]
      : [`--window-size=${viewport.width},${output.height}`, `--screenshot=${target}`]),
    pathToFileURL(input).href,
  ],
});

const wkhtmltopdf: Command = {
  program: 'wkhtmltopdf',
  args: ({ output }, input, target) => (output.kind === 'pdf' ? ['--quiet', input, target] : undefined),
};

const wkhtmltoimage: Command = {
  program: 'wkhtmltoimage',
  args: ({ output }, input, target) =>
    output.kind === 'png'
      ? [
          ...['--quiet', '--format', 'png', '--width', String(viewport.width)],
          ...(output.fullPage ? [] : ['--height', String(viewport.height)]),
          ...[input, target],
        ]
      : undefined,
};

const weasyprint: Command = {
  program: 'weasyprint',
  args: ({ output }, input, target) => (output.kind === 'pdf' ? ['--quiet', input, target] : undefined),
};

/**
 * The programs that are on the PATH, with their own settings and the fonts of this machine.
 *
 * @param folder for their files
 */
export function programContestants(folder: string): { found: Contestant[]; missing: string[] } {
  const commands = [chromium(join(folder, 'chromium-profile')), wkhtmltopdf, wkhtmltoimage, weasyprint];
  return {
    found: commands
      .filter(({ program }) => isOnPath(program))
      .map((command) => contestantOf(command, folder)),
    missing: commands.map(({ program }) => program).filter((program) => !isOnPath(program)),
  };
}

function contestantOf({ program, args }: Command, folder: string): Contestant {
  return {
    name: program,
    render: async (sample) => {
      const input = join(folder, 'page.html');
      const output = join(folder, `${program}.${sample.output.kind}`);
      const command = args(sample, input, output);
      if (!command) return undefined;
      await writeFile(input, sample.html);
      await promisify(execFile)(program, command, {
        timeout: longest,
        // wkhtmltopdf asks for a display where it was built without its own Qt.
        env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
      });
      return readFile(output);
    },
  };
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
