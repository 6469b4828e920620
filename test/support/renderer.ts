import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { imageDefaults, pageDefaults, pdfDefaults } from '#lib/api/fields/html/defaults.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { Renderer, type RendererOptions } from '#lib/engines/html/renderer.ts';
import type { ImageFormat, ImageOptions, PageOptions, PdfOptions } from '#lib/api/options/html.ts';
import type {
  RenderAsset,
  Rendering,
  RenderRequest,
  RenderSource,
} from '#lib/engines/html/render-request.ts';
import { outputFolder } from '../../layers/folders.ts';

export const chromiumRoot = join(outputFolder, 'chromium/chromium');
export const fontsConf = join(outputFolder, 'fonts/fonts/fonts.conf');

/** A renderer for a suite's tests, which may reach loopback. */
export function useRenderer(options: Partial<RendererOptions> = {}): {
  readonly renderer: Renderer;
  readonly workDirectory: string;
} {
  const used: { renderer?: Renderer; workDirectory: string } = { workDirectory: '' };
  beforeAll(async () => {
    used.workDirectory = await mkdtemp(join(tmpdir(), 'renderer-'));
    used.renderer = new Renderer({
      chromiumRoot,
      fontsConf,
      workDirectory: used.workDirectory,
      allowedHosts: AllowedHosts.parse('127.0.0.1'),
      ...options,
    });
    await used.renderer.warmUp();
  });
  afterAll(async () => {
    await used.renderer?.close();
    await rm(used.workDirectory, { recursive: true, force: true });
  });
  return {
    get renderer() {
      if (!used.renderer) throw new Error('The renderer is there in tests only.');
      return used.renderer;
    },
    get workDirectory() {
      return used.workDirectory;
    },
  };
}

export const deadline = (milliseconds = 20_000): { deadline: number } => ({
  deadline: Date.now() + milliseconds,
});

const pdf: PdfOptions = {
  paper: { width: 8.27, height: 11.69 },
  margins: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
  ...pdfDefaults,
};

const image: ImageOptions = { ...imageDefaults, width: 800, height: 600 };

export const htmlSource = (html: string | Uint8Array, assets: RenderAsset[] = []): RenderSource => ({
  kind: 'html',
  content: typeof html === 'string' ? Buffer.from(html) : html,
  assets,
});

export const asset = (name: string, content: string | Uint8Array, contentType?: string): RenderAsset => ({
  name,
  content: typeof content === 'string' ? Buffer.from(content) : content,
  contentType,
});

export const urlSource = (url: string, failOnHttpError = true): RenderSource => ({
  kind: 'url',
  url,
  failOnHttpError,
});

type Source = RenderSource | string;

/** A text is a page's HTML. */
const sourceOf = (source: Source): RenderSource => (typeof source === 'string' ? htmlSource(source) : source);

export const pdfRequest = (
  source: Source,
  options: Partial<PdfOptions> = {},
  pageOptions: Partial<PageOptions> = {},
): RenderRequest => ({
  source: sourceOf(source),
  page: { ...pageDefaults, ...pageOptions },
  format: 'pdf',
  pdf: { ...pdf, ...options },
});

export const imageRequest = (
  source: Source,
  options: Partial<ImageOptions> & { format?: ImageFormat } = {},
  pageOptions: Partial<PageOptions> = {},
): RenderRequest => {
  const { format = 'png', ...rest } = options;
  return {
    source: sourceOf(source),
    page: { ...pageDefaults, ...pageOptions },
    format,
    image: { ...image, ...rest },
  };
};

export const codes = ({ warnings }: Rendering): string[] => warnings.map(({ code }) => code);

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};

/** The browsers that have their home below `workDirectory`: each leads a process group of its number. */
export const browserGroups = (workDirectory: string): number[] =>
  readdirSync('/proc')
    .filter((pid) => textOf(`/proc/${pid}/environ`).includes(`HOME=${workDirectory}/`))
    .map(Number)
    // Not a process that is just being made, which still has its parent's environment.
    .filter((pid) => groupMembers(pid).includes(pid));

/** The processes of a group that run. */
export const groupMembers = (group: number): number[] =>
  readdirSync('/proc')
    .filter((pid) => {
      const line = textOf(`/proc/${pid}/stat`);
      const [state = 'Z', , processGroup] = line.slice(line.lastIndexOf(')') + 2).split(' ');
      return state !== 'Z' && Number(processGroup) === group;
    })
    .map(Number);

/** Of the processes of a group that run. */
export const commandLines = (group: number): string[] =>
  groupMembers(group).map((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));

/** An HTTP server on loopback. @returns its origin, and what ends it */
export async function startSite(
  listener: RequestListener,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
