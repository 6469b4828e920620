import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { withSvgOverlays } from '#lib/conversions/finishing/svg-overlays.ts';
import { requireChromium } from '#lib/conversions/html/require-chromium.ts';
import { type PdfRunner, PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';

/**
 * The thread of a function that works on PDFs. Overlays that are SVG documents are drawn by the renderer.
 *
 * @param folder has `pdf-worker.mjs`, the program of the thread
 */
export function openPdfThread(environment: NodeJS.ProcessEnv, folder: string): PdfRunner {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  const thread = new PdfThread(
    pathToFileURL(join(folder, 'pdf-worker.mjs')),
    Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
    { fontsConf: environment['FONTS_CONF'] },
  );
  return withSvgOverlays(thread, async () => {
    requireChromium(environment['CHROMIUM_UNAVAILABLE']);
    // Few requests need it.
    const { openRenderer } = await import('./open-renderer.ts');
    return openRenderer(environment);
  });
}
