import { buildLayers } from '../../layers/build.ts';
import { optOutVariable, parseOptOut } from './requirements.ts';

/**
 * Global setup: builds the layers that are missing or out of date, where this machine can. Tests of an engine that is
 * still missing fail with the reason, unless they are left out on purpose.
 */
export default async function setup(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const optedOut = parseOptOut(process.env[optOutVariable]);
  if (optedOut.includes('libreoffice') && optedOut.includes('chromium')) return;
  try {
    await buildLayers();
  } catch (error) {
    console.warn(`A layer cannot be built: ${(error as Error).message}`);
  }
}
