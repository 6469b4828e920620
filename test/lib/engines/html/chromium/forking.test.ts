import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackBrowser } from '#lib/engines/html/chromium/packed-browser.ts';
import { Renderer } from '#lib/engines/html/renderer.ts';
import { packFrames } from '../../../../../layers/pack-frames.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import {
  browserGroups,
  chromiumRoot,
  commandLines,
  deadline,
  fontsConf,
  pdfRequest,
} from '../../../../support/renderer.ts';
import { leftOut } from '../../../../support/requirements.ts';

describe.skipIf(leftOut('chromium'))('a browser that forks page processes', () => {
  let folder: string;
  /** The packed browser's real program. */
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forking-'));
    const unpacking = join(folder, 'unpacking');
    await mkdir(unpacking);
    program = await unpackBrowser(chromiumRoot, folder, unpacking);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A layer whose browser runs this command when it should fork, and works otherwise. */
  async function layerThat(name: string, does: string): Promise<string> {
    const root = join(folder, name);
    await mkdir(root);
    await symlink(join(chromiumRoot, 'lib'), join(root, 'lib'));
    const script = `#!/bin/sh\ncase " $* " in *' --no-zygote '*) exec '${program}' "$@";; esac\n${does}\n`;
    const { packed, manifest } = await packFrames(Buffer.from(script));
    await writeFile(join(root, 'chromium.zst'), packed);
    await writeFile(join(root, 'manifest.json'), JSON.stringify(manifest));
    return root;
  }

  it('stays in use where forking works', async () => {
    const workDirectory = join(folder, 'works');
    const failures: unknown[] = [];
    const renderer = new Renderer({
      chromiumRoot,
      fontsConf,
      workDirectory,
      onForkingFailed: (error) => failures.push(error),
    });
    try {
      await renderer.render(pdfRequest('x'), deadline());
      const [group = 0] = browserGroups(workDirectory);
      expect(commandLines(group).filter((line) => line.includes('--type=zygote'))).toHaveLength(1);
      expect(failures).toEqual([]);
    } finally {
      await renderer.close();
    }
  });

  it.each([
    ['does not come up', 'ends', 'exit 1', /launch|closed/i],
    ['does not respond', 'hangs', 'exec /bin/sleep 60', /launch|closed|respond/i],
    [
      'has no processes for pages',
      'starves',
      `exec "$real" "$@" --renderer-cmd-prefix=/bin/false`,
      /did not respond/,
    ],
  ])('is replaced by one that does not fork where it %s', async (_, name, does, message) => {
    const workDirectory = join(folder, `${name}-work`);
    const failures: unknown[] = [];
    const renderer = new Renderer({
      chromiumRoot: await layerThat(name, does.replace('$real', program)),
      fontsConf,
      workDirectory,
      onForkingFailed: (error) => failures.push(error),
    });
    const render = async (): Promise<number> => {
      const { content } = await renderer.render(pdfRequest('<p>rendered</p>'), deadline());
      expect(await pageTexts(content)).toEqual(['rendered']);
      const groups = browserGroups(workDirectory);
      expect(groups).toHaveLength(1);
      const [group = 0] = groups;
      expect(commandLines(group).filter((line) => line.includes('--type=zygote'))).toEqual([]);
      return group;
    };
    try {
      const first = await render();
      expect(failures).toEqual([
        expect.objectContaining({ message: expect.stringMatching(message) as string }),
      ]);
      process.kill(-first, 'SIGKILL');
      expect(await render()).not.toBe(first);
      // Forking is not tried again.
      expect(failures).toHaveLength(1);
    } finally {
      await renderer.close();
    }
  });
});
