import { withConformanceCheck } from '#lib/conversions/conformance/conformance-check.ts';
import { withSvgOverlays } from '#lib/conversions/finishing/svg-overlays.ts';
import { requireInstalled } from '#lib/base/require-installed.ts';
import type { PdfRunner } from '#lib/conversions/pdf/pdf-thread.ts';
import { openProgram } from './open-program.ts';

/**
 * The thread of a function that works on PDFs. Overlays that are SVG documents are drawn by the renderer. What
 * results declare is validated by the checker.
 *
 * @param folder has `pdf-worker.mjs`, the program of the thread
 */
export function openPdfThread(environment: NodeJS.ProcessEnv, folder: string): PdfRunner {
  const thread = openProgram('pdf-worker', environment, folder);
  const withOverlays = withSvgOverlays(thread, async () => {
    requireInstalled(environment['CHROMIUM_UNAVAILABLE']);
    // Few requests need it.
    const { openRenderer } = await import('./open-renderer.ts');
    return openRenderer(environment);
  });
  return withConformanceCheck(withOverlays, async () => {
    const { openChecks } = await import('./open-checks.ts');
    return openChecks(environment);
  });
}
