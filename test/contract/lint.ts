import { join } from 'node:path';
import { openApiFile } from '../../cdk/openapi.ts';
import { runTool } from './run-tool.ts';

/** Not a dependency: it brings some hundred packages, for this alone. */
const redocly = '@redocly/cli@2.77.0';

/** Lints the description. */
export const lint = async (): Promise<boolean> =>
  (await runTool('npx', [
    '--yes',
    redocly,
    'lint',
    openApiFile,
    '--config',
    join(import.meta.dirname, 'redocly.yaml'),
  ])) === 0;
