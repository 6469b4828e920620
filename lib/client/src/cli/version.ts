import { readFileSync } from 'node:fs';

/** The build of the package replaces this module by its exports. */

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of the package. */
export const { version } = JSON.parse(text) as { version: string };
