import { join } from 'node:path';
import { runInNamespace, whyNoNamespace } from './namespace.ts';
import { missingLayers } from './service-renderer.ts';

/**
 * Security and exhaustion suites of the renderer:
 *
 *     node test/security/render/run.ts attacks [--without-control] [--without-service] [part of a name …]
 *     node test/security/render/run.ts exhaustion [part of a name …]
 *
 * The exit code is 1 if anything came through, hung, or was left behind, and also if nothing could be tested.
 */
const suites = ['attacks', 'exhaustion'];
const [suite = '', ...args] = process.argv.slice(2);
if (!suites.includes(suite)) throw new Error(`Which suite? ${suites.join(' or ')}`);

const missing = missingLayers();
const obstacle =
  missing.length > 0 && !args.includes('--without-service')
    ? `${missing.join(' and ')} not built (npm run layers)`
    : whyNoNamespace();
if (obstacle !== undefined) {
  console.error(`Nothing was tested: ${obstacle}.`);
  process.exitCode = 1;
} else {
  process.exitCode = await runInNamespace(join(import.meta.dirname, `${suite}.ts`), args);
}
