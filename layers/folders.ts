import { join } from 'node:path';

/** `layers/` itself: recipes, lock file. */
export const layersFolder = import.meta.dirname;

/** The project that the layers are part of. */
export const projectFolder = join(layersFolder, '..');

/** Finished layers, `<name>/` each exactly what unpacks to `/opt`. Not committed. */
export const outputFolder = join(layersFolder, '.out');

/** Downloads and apt's private state; may be deleted at any time. Not committed. */
export const cacheFolder = join(layersFolder, '.cache');

export const lockFile = join(layersFolder, 'packages.lock.json');
