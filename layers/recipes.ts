import { chromiumLayer } from './chromium/layer.ts';
import { fontsLayer } from './fonts/layer.ts';
import { libreOfficeLayer } from './libreoffice/layer.ts';
import { veraPdfLayer } from './verapdf/layer.ts';
import type { DebianLayer, Layer } from './layer.ts';

/** The fonts first: LibreOffice is tried with them. */
export const debianLayers: readonly DebianLayer[] = [fontsLayer, libreOfficeLayer, veraPdfLayer];

export const layers: readonly Layer[] = [...debianLayers, chromiumLayer];
