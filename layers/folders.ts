import { join } from 'node:path';

/** `layers/` itself: recipes, lock file. */
export const layersFolder = import.meta.dirname;

/** The project that the layers belong to. */
export const projectFolder = join(layersFolder, '..');

/** Built layers: `<name>/` holds exactly the content of `/opt`. Not committed. */
export const outputFolder = join(layersFolder, '.out');

/** Downloads and apt's private state; can be deleted at any time. Not committed. */
export const cacheFolder = join(layersFolder, '.cache');

export const lockFile = join(layersFolder, 'packages.lock.json');
