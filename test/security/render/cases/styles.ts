import { inside } from '../addresses.ts';
import { type AttackFamily, upload } from '../attack.ts';

const styled = (name: string, css: string, markup = '<div id="d">x</div>') =>
  upload(name, `<style>${css}</style>${markup}`);

export const styleFamily: AttackFamily = {
  family: 'style sheets and fonts',
  attacks: [
    upload('style-link', `<link rel="stylesheet" href="${inside('link.css')}">`),
    upload('style-link-media', `<link rel="stylesheet" media="print" href="${inside('print.css')}">`),
    styled('style-import', `@import url("${inside('import.css')}");`),
    styled('style-import-layer', `@import url("${inside('layer.css')}") layer(x) supports(display: grid);`),
    styled('style-background', `#d { background: url("${inside('background.png')}") }`),
    styled('style-background-print', `@media print { #d { background: url("${inside('print.png')}") } }`),
    styled('style-image-set', `#d { background: image-set(url("${inside('set.png')}") 1x) }`),
    styled('style-content', `#d::before { content: url("${inside('content.png')}") }`),
    styled('style-list', `#d { display: list-item; list-style: url("${inside('list.png')}") }`),
    styled('style-border', `#d { border: 9px solid; border-image: url("${inside('border.png')}") 9 }`),
    styled('style-mask', `#d { mask: url("${inside('mask.png')}") }`),
    styled('style-shape', `#d { float: left; shape-outside: url("${inside('shape.png')}") }`),
    styled('style-filter', `#d { filter: url("${inside('filter.svg')}#x") }`),
    styled('style-clip', `#d { clip-path: url("${inside('clip.svg')}#x") }`),
    styled('style-cursor', `html, body, #d { cursor: url("${inside('cursor.png')}"), auto }`),
    styled('style-variable', `#d { --u: url("${inside('variable.png')}"); background: var(--u) }`),
    styled(
      'style-font',
      `@font-face { font-family: F; src: url("${inside('font.woff2')}") } #d { font-family: F }`,
    ),
    styled('style-page-margin', `@page { @top-left { content: url("${inside('margin.png')}") } }`),
    upload('style-attribute', `<p style='background: url("${inside('attribute.png')}")'>x</p>`),
    upload('font-face-api', `<script>new FontFace('F', 'url("${inside('api.woff2')}")').load()</script>`),
  ],
};
