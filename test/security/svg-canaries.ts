import { gzipSync } from 'node:zlib';

const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const root = `<svg xmlns="http://www.w3.org/2000/svg" ${xlink} width="90" height="90">`;
const image = (target: string): string => `<image width="90" height="90" xlink:href="${target}"/>`;
const plain = (target: string): string => `${root}${image(target)}</svg>`;
const base64 = (type: string, content: string): string =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;

/**
 * SVG pictures that show another file, by name. LibreOffice's settings hold back none of them. It knows a picture for
 * an SVG by its content, whatever it is called and wherever `<svg` stands in it.
 */
export const svgCanaries: Readonly<Record<string, (target: string) => string | Buffer>> = {
  plain,
  'href-without-prefix': (target) => plain(target).replace('xlink:href', 'href'),
  prefixed: (target) =>
    `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" ${xlink} width="90" height="90">${image(target).replace('<', '<svg:')}</svg:svg>`,
  'white-space-and-bom': (target) => `\ufeff  \n${plain(target)}`,
  'far-in': (target) => `<?xml version="1.0"?><!-- <svg ${'x'.repeat(90_000)} -->${plain(target)}`,
  'another-root': (target) => `<!-- <svg --><g ${xlink}>${image(target)}</g>`,
  'utf-16': (target) =>
    // Its first character has the bytes `<s`, the second `vg`.
    Buffer.from(`\ufeff<!-- \u733c\u6776 -->${plain(target)}`, 'utf16le'),
  gzip: (target) => gzipSync(plain(target)),
  'character-references': (target) =>
    plain(target.replace('file', '&#x66;&#105;le').replace('http', '&#x68;&#116;tp')),
  'odd-case': (target) => plain(target.replace(/^\w+/, (scheme) => scheme.toUpperCase())),
  localhost: (target) => plain(target.replace('file:///', 'file://localhost/')),
  'entity-in-attribute': (target) => `<!DOCTYPE svg [<!ENTITY e "${target}">]>${plain('&e;')}`,
  'entity-as-element': (target) => `<!DOCTYPE svg [<!ENTITY e '${image(target)}'>]>${root}&e;</svg>`,
  'default-of-attribute': (target) =>
    `<!DOCTYPE svg [<!ATTLIST image xlink:href CDATA "${target}">]>${root}<image width="90" height="90"/></svg>`,
  pattern: (target) =>
    `${root}<defs><pattern id="p" width="90" height="90">${image(target)}</pattern></defs><rect width="90" height="90" style="fill:url(#p)"/></svg>`,
  'svg-in-svg': (target) => plain(base64('svg+xml', plain(target))),
  'svg-in-svg-called-png': (target) => plain(base64('png', plain(target))),
};
