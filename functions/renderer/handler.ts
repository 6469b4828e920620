import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { Renderer } from '#lib/engines/html/renderer.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { hardenProcess } from '#lib/base/processes/process-control.ts';
import type { RenderReply } from '#lib/conversions/html/message.ts';
import { inlineReply, largestAttachment, sendReply } from '#lib/conversions/html/reply.ts';
import { serveRendering } from '#lib/conversions/html/serve-rendering.ts';

const { CHROMIUM_ROOT, FONTS_CONF } = requireVariables(process.env, 'CHROMIUM_ROOT', 'FONTS_CONF');
const logger = openLog('renderer', process.env);
// Chromium runs as the same user: without this an exploit in it could read this process and other requests.
hardenProcess(join(import.meta.dirname, 'koffi.node'));
const renderer = new Renderer({
  chromiumRoot: CHROMIUM_ROOT,
  fontsConf: FONTS_CONF,
  workDirectory: tmpdir(),
  allowedHosts: AllowedHosts.parse(process.env['ALLOWED_PRIVATE_HOSTS'] ?? ''),
  onForkingFailed: (error) => logger.warn('Chromium starts page processes without forking', { error }),
});
const start = performance.now();
await renderer.warmUp();
logger.info('Chromium is ready', { milliseconds: Math.round(performance.now() - start) });

const serve = (event: unknown, largest: number) =>
  serveRendering(event, renderer, { largestAttachment: largest, workDirectory: tmpdir(), log: logger });

/** Renders one page. Its role can do nothing: what it reads and writes are requests that its callers signed. */
export const handler =
  process.env['RESPONSE_TRANSFER_MODE'] === 'STREAM'
    ? awslambda.streamifyResponse(async (event, stream) =>
        sendReply(stream, await serve(event, largestAttachment.streamed)),
      )
    : async (event: unknown): Promise<RenderReply> =>
        inlineReply(await serve(event, largestAttachment.buffered));
