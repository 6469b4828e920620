import { ownEntry } from '../../base/own-entry.ts';

/** Media types of the resources of pages, by file extension. */
const mediaTypes: Readonly<Record<string, string>> = {
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
  otf: 'font/otf',
  ttc: 'font/collection',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  csv: 'text/csv',
  md: 'text/markdown',
  txt: 'text/plain',
  vtt: 'text/vtt',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
};

/** The media type of a file by its name. Without a type, browsers sniff the content. */
export function mediaTypeOf(fileName: string): string {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return ownEntry(mediaTypes, extension) ?? 'application/octet-stream';
}
