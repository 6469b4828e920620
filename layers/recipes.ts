import { fontsLayer } from './fonts/layer.ts';
import { libreOfficeLayer } from './libreoffice/layer.ts';
import type { Layer } from './layer.ts';

/** Every layer that is made from Debian packages. */
export const layers: readonly Layer[] = [libreOfficeLayer, fontsLayer];
