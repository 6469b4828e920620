import { chromiumLayer } from './chromium/layer.ts';
import { fontsLayer } from './fonts/layer.ts';
import { libreOfficeLayer } from './libreoffice/layer.ts';
import type { DebianLayer, Layer } from './layer.ts';

export const debianLayers: readonly DebianLayer[] = [libreOfficeLayer, fontsLayer];

export const layers: readonly Layer[] = [...debianLayers, chromiumLayer];
