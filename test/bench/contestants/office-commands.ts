import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from './commands.ts';

let calls = 0;

/** LibreOffice's own command, with profiles that are kept: two at once need one each. */
export const sofficeCommand = (program: string, folder: string): Command => ({
  program,
  name: 'soffice',
  version: ['--version'],
  calls: (task, output) => {
    if (!('kind' in task)) return undefined;
    const profile = pathToFileURL(join(folder, `soffice-profile-${(calls += 1) % 2}`)).href;
    return [
      [
        `-env:UserInstallation=${profile}`,
        '--headless',
        '--convert-to',
        'pdf',
        '--outdir',
        output,
        task.file,
      ],
    ];
  },
});
