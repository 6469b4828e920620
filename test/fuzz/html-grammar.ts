import { scripts } from './html-scripts.ts';
import { mutated, type Random } from './mutations.ts';

/** Makes pages by a grammar: whatever a page can consist of, in combinations that nobody would write. */

type Rule = (grammar: Grammar) => string;

const words = [
  'Report',
  'حساب',
  '見積書',
  '🙂👩‍👩‍👧',
  'ﬁ',
  'a\u0301',
  'Donaudampfschifffahrt'.repeat(8),
  '\u202eabc',
  '&amp;',
  '&#0;',
  '&bogus;',
  ' ',
];

const lengths = [
  '0',
  '1px',
  '-5px',
  '50%',
  '100vw',
  '1e5px',
  '1e9px',
  '0.0001px',
  '10cm',
  'calc(100% - 3em)',
  'max-content',
  'auto',
  'NaN',
];

const colours = [
  'red',
  '#0a08',
  'transparent',
  'hsl(200 50% 50%)',
  'color-mix(in lab, red, blue)',
  'currentcolor',
];

/** Addresses of all that a page can ask for; none of them is answered. */
const addresses = [
  'http://example.invalid/a.png',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
  'about:blank',
  'blob:null/1',
  'javascript:while(1){}',
  'chrome://crash',
  'view-source:http://example.invalid/',
  'ws://127.0.0.1:1/',
  '#self',
  '?',
  '',
  '//[::1]:1/',
  'http://a:b@example.invalid:99999/',
];

const displays = [
  'block',
  'inline-block',
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
  'table',
  'table-cell',
  'contents',
  'none',
  'list-item',
  'ruby',
  'flow-root',
  'math',
];

const declarations: readonly Rule[] = [
  (g) => `display:${g.random.pick(displays)}`,
  (g) => `width:${g.random.pick(lengths)};height:${g.random.pick(lengths)}`,
  (g) => `margin:${g.random.pick(lengths)};padding:${g.random.pick(lengths)}`,
  (g) =>
    `position:${g.random.pick(['absolute', 'fixed', 'sticky', 'relative'])};top:${g.random.pick(lengths)}`,
  (g) => `float:${g.random.pick(['left', 'right', 'footnote'])};clear:both`,
  (g) => `columns:${g.random.pick(['2', '1000', '1px', '0'])};column-fill:auto`,
  (g) =>
    `grid-template:${g.random.pick(['repeat(10000,1px)/auto', 'subgrid/masonry', '"a b" 1fr/1fr 1fr', 'repeat(auto-fill,0)/1px'])}`,
  (g) =>
    `break-${g.random.pick(['before', 'after', 'inside'])}:${g.random.pick(['page', 'avoid', 'column', 'recto'])}`,
  (g) =>
    `font:${g.random.pick(['0px serif', '1e6px monospace', '12px Nothing', 'italic 900 2em/0 system-ui', 'caption'])}`,
  (g) =>
    `background:${g.random.pick(colours)} url("${g.random.pick(addresses)}") repeat ${g.random.pick(lengths)}/1px 1px`,
  (g) =>
    `background-image:repeating-conic-gradient(${g.random.pick(colours)} 0 1deg,${g.random.pick(colours)} 0 2deg)`,
  (g) =>
    `transform:${g.random.pick(['scale(1e9)', 'rotate3d(1,1,1,45deg) perspective(1px)', 'skew(89.9999deg)', 'matrix(0,0,0,0,0,0)'])}`,
  (g) =>
    `filter:${g.random.pick(['blur(1000px)', 'drop-shadow(0 0 1e5px red)', 'url(#f)', 'invert(1) hue-rotate(90deg)'])}`,
  (g) =>
    `clip-path:${g.random.pick(['polygon(0 0)', 'path("M0 0h1e9v1e9z")', 'circle(1e9px)'])};mask:linear-gradient(red,transparent)`,
  (g) =>
    `box-shadow:0 0 ${g.random.pick(lengths)} ${g.random.pick(colours)};border:${g.random.pick(lengths)} dashed;border-radius:1e9px`,
  (g) => `animation:a ${g.random.pick(['0s', '1ms', '1e6s'])} infinite;transition:all 1s`,
  (g) =>
    `writing-mode:${g.random.pick(['vertical-rl', 'sideways-lr'])};direction:rtl;text-orientation:upright`,
  (g) =>
    `overflow:${g.random.pick(['auto', 'hidden', 'clip', 'scroll'])};contain:${g.random.pick(['strict', 'size', 'paint'])};content-visibility:auto`,
  (g) =>
    `--x:var(--y);--y:var(--x);width:var(--x);color:${g.random.pick(colours)};content:counter(c)attr(title)`,
  (g) => `zoom:${g.random.pick(['0', '1e6', '0.0001'])};will-change:transform;mix-blend-mode:difference`,
  () => 'background:url(data:,;}}}{{{;color:',
];

const style: Rule = (g) => g.some(declarations, 4, ';');

const sheetRules: readonly Rule[] = [
  (g) =>
    `@page{size:${g.random.pick(['A4', '1px 1px', '0 0', '1e6in 1e6in', 'landscape', '200in 200in', 'A3 portrait', '-1cm'])};margin:${g.random.pick(lengths)}}`,
  (g) =>
    `@page :${g.random.pick(['first', 'left', 'blank', 'nth(2)'])}{margin:${g.random.pick(lengths)};@top-left{content:counter(page)}}`,
  (g) => `@page named{size:${g.random.pick(['1cm 1cm', 'A0'])}} .a{page:named}`,
  (g) => `@media print{*{${style(g)}}}`,
  (g) => `@import url("${g.random.pick(addresses)}");`,
  (g) =>
    `@font-face{font-family:Nothing;src:url("${g.random.pick(addresses)}"),local("Arial");unicode-range:U+0-10FFFF}`,
  (g) => `@keyframes a{from{${style(g)}}to{${style(g)}}}`,
  (g) => `@container (width>1px){div{${style(g)}}}@supports(display:grid){.a{${style(g)}}}`,
  (g) =>
    `${g.random.pick(['*', 'body', 'div', ':has(*)', '::before', 'td:nth-child(2n+1 of :not(:has(p)))', '::first-letter', ':root'])}{${style(g)}}`,
  (g) =>
    `@layer a,b;@property --x{syntax:"*";inherits:${g.random.pick(['true', 'false'])}}@counter-style c{system:cyclic;symbols:"${g.random.pick(words)}"}`,
  () => '@page{@media print{}}}}}{{{',
];

const attributes: readonly Rule[] = [
  (g) => `style="${style(g)}"`,
  () => 'class="a"',
  () => 'id="self"',
  (g) => `title="${g.random.pick(words)}"`,
  (g) => `onload="${g.random.pick(scripts).replaceAll('"', "'")}"`,
  () => 'contenteditable autofocus',
  () => 'hidden popover draggable=true inert',
  (g) => `dir=${g.random.pick(['rtl', 'auto', 'x'])} lang=${g.random.pick(['ar', 'zh', '""'])}`,
  () => `${'x'.repeat(300)}="`,
];

const elements: readonly Rule[] = [
  (g) => `<p${g.attributes()}>${g.text()}</p>`,
  (g) => `<div${g.attributes()}>${g.content()}</div>`,
  (g) => `<span${g.attributes()}>${g.content()}</span>`,
  (g) => `<h${1 + g.random.below(6)}${g.attributes()}>${g.text()}</h2>`,
  (g) =>
    `<table${g.attributes()}><caption>${g.text()}</caption><thead><tr><th colspan=${g.count()} rowspan=${g.count()}>${g.content()}</thead><tr><td rowspan=0>${g.content()}<td>${g.content()}</table>`,
  (g) => `<table>${'<tr><td>1<td>2'.repeat(g.random.pick([1, 50, 2000]))}</table>`,
  (g) =>
    `<ul>${g.repeat((inner) => `<li>${inner.content()}`)}</ul><ol start=${g.count()} reversed><li value=${g.count()}>x</ol>`,
  (g) =>
    `<svg width="${g.random.pick(lengths)}" viewBox="0 0 ${g.count()} ${g.count()}"${g.attributes()}><defs><filter id="f"><feTurbulence numOctaves="${g.count()}"/><feGaussianBlur stdDeviation="${g.count()}"/></filter><pattern id="p" width="1" height="1"><use href="#u"/></pattern></defs><g id="u"><rect width="${g.count()}" height="9" fill="url(#p)" filter="url(#f)"/><use href="#u"/></g><text x="9" y="9">${g.text()}</text><foreignObject width="99" height="99">${g.content()}</foreignObject><image href="${g.random.pick(addresses)}"/><animate attributeName="x" dur="1ms" repeatCount="indefinite"/></svg>`,
  (g) => `<math><mfrac><mi>${g.text()}</mi><msqrt><mn>${g.count()}</mn></msqrt></mfrac></math>`,
  (g) =>
    `<canvas id=c width=${g.count()} height=${g.count()}></canvas><script>try{const x=document.querySelector("#c").getContext("${g.random.pick(['2d', 'webgl', 'webgl2', 'webgpu', 'bitmaprenderer'])}");x.fillRect(0,0,1e9,1e9);x.drawImage(x.canvas,0,0)}catch{}</script>`,
  (g) =>
    `<img src="${g.random.pick(addresses)}" srcset="${g.random.pick(addresses)} 2x" loading=${g.random.pick(['lazy', 'eager'])}${g.attributes()}>`,
  (g) => `<iframe src="${g.random.pick(addresses)}"${g.attributes()}></iframe>`,
  (g) =>
    `<iframe sandbox="${g.random.pick(['', 'allow-scripts', 'allow-popups allow-top-navigation allow-scripts'])}" srcdoc="${g.content().replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
  (g) =>
    `<${g.random.pick(['video', 'audio'])} autoplay controls src="${g.random.pick(addresses)}"><track src="${g.random.pick(addresses)}"></video>`,
  (g) =>
    `<${g.random.pick(['object data', 'embed src'])}="${g.random.pick(addresses)}" type="${g.random.pick(['application/pdf', 'image/svg+xml', 'text/html', ''])}">${g.content()}</object>`,
  (g) =>
    `<form action="${g.random.pick(addresses)}" target=${g.random.pick(['_top', '_blank', 'x'])}><input type=${g.random.pick(['file', 'date', 'color', 'range', 'password', 'image'])} value="${g.text()}"><select multiple size=${g.count()}><option>${g.text()}</select><textarea rows=${g.count()}>${g.text()}</textarea><button>${g.text()}</form>`,
  (g) =>
    `<details open><summary>${g.text()}</summary>${g.content()}</details><dialog open>${g.content()}</dialog>`,
  (g) => `<template shadowrootmode=open><slot></slot>${g.content()}</template><x-a>${g.content()}</x-a>`,
  (g) =>
    `<a href="${g.random.pick(addresses)}" download>${g.content()}</a><map name=m><area href="#self" coords="${g.count()},1"></map>`,
  (g) =>
    `<ruby>${g.text()}<rt>${g.text()}</ruby><bdo dir=rtl>${g.text()}</bdo><marquee>${g.text()}</marquee>`,
  (g) => `<style>${g.some(sheetRules, 3, '\n')}</style>`,
  (g) =>
    `<script${g.random.pick(['', ' async', ' type=module', ` src="${g.random.pick(addresses)}"`])}>${g.random.pick(scripts)}</script>`,
  (g) => `<noscript>${g.content()}</noscript><plaintext>`.slice(0, g.random.below(2) === 0 ? -11 : undefined),
  (g) => `<frameset cols="1,*"><frame src="${g.random.pick(addresses)}"></frameset>`,
  (g) => `${'<div>'.repeat(g.random.pick([3, 100, 600]))}${g.text()}`,
  (g) =>
    `<${g.random.pick(['b', 'i', 'a href=#', 'table', 'button', 'p'])}>${g.content()}</${g.random.pick(['i', 'b', 'table', 'p', 'body', 'html'])}>`,
  (g) => `<!--${g.text()}${g.random.pick(['-->', '--!>', '->', ''])}<![CDATA[${g.text()}]]>`,
];

const heads: readonly Rule[] = [
  (g) => `<title>${g.text()}</title>`,
  (g) => `<meta charset=${g.random.pick(['utf-8', 'utf-16', 'utf-7', 'shift_jis', 'x-user-defined'])}>`,
  (g) =>
    `<meta http-equiv=refresh content="${g.random.pick(['0', '1', '99'])};url=${g.random.pick(addresses)}">`,
  (g) =>
    `<meta http-equiv=Content-Security-Policy content="${g.random.pick(["default-src 'none'", "script-src 'nonce-x'", 'sandbox', "style-src 'self'"])}">`,
  (g) => `<base href="${g.random.pick(addresses)}" target=_blank>`,
  (g) =>
    `<link rel="${g.random.pick(['stylesheet', 'preload', 'prefetch', 'prerender', 'manifest', 'modulepreload', 'dns-prefetch', 'icon'])}" as=font href="${g.random.pick(addresses)}">`,
  (g) =>
    `<meta name=viewport content="width=${g.count()},initial-scale=${g.count()}"><meta name=color-scheme content=dark>`,
  (g) => `<style>${g.some(sheetRules, 5, '\n')}</style>`,
  (g) =>
    `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${g.random.pick(addresses)}"]}]}</script>`,
];

/** What the syntax of HTML turns on. */
const tokens = [
  '<',
  '>',
  '"',
  '</',
  '<!',
  '-->',
  '<script>',
  '</style>',
  '<svg>',
  '<math>',
  '<table>',
  '</template>',
  '&#x',
  '\0',
  '\ufeff',
  '{',
  '}',
  '@page{',
  'url(',
  '/*',
];

class Grammar {
  readonly random: Random;
  /** Elements that may still be made; it ends what would go on for ever. */
  #left: number;

  constructor(random: Random) {
    this.random = random;
    this.#left = random.pick([5, 30, 150]);
  }

  page(): string {
    const lines = [
      this.random.pick([
        '<!doctype html>',
        '',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
        '<?xml version="1.0"?>',
      ]),
      ...Array.from({ length: this.random.below(4) }, () => this.random.pick(heads)(this)),
      `<body${this.attributes()}>`,
      ...Array.from({ length: 1 + this.random.below(8) }, () => this.content()),
    ];
    return lines.join('\n');
  }

  content(): string {
    return this.repeat(() => (this.random.below(4) === 0 ? this.text() : this.random.pick(elements)(this)));
  }

  text(): string {
    return `${this.random.pick(words)} `.repeat(this.random.pick([1, 3, 40]));
  }

  attributes(): string {
    return this.random.below(2) === 0 ? '' : ` ${this.some(attributes, 3, ' ')}`;
  }

  count(): string {
    return this.random.pick(['0', '1', '2', '7', '-3', '1000', '65535', '1e9', '2147483648', 'x']);
  }

  repeat(rule: Rule): string {
    let text = '';
    for (let count = this.random.below(4); count > 0 && this.#left > 0; count -= 1) {
      this.#left -= 1;
      text += rule(this);
    }
    return text;
  }

  some(rules: readonly Rule[], most: number, separator: string): string {
    return Array.from({ length: 1 + this.random.below(most) }, () => this.random.pick(rules)(this)).join(
      separator,
    );
  }
}

/**
 * A page, one line for each of its larger parts. Every fourth has changes in its bytes.
 *
 * @param seeds whole pages, some of which are changed in place of one that is made
 */
export function randomPage(random: Random, seeds: readonly Buffer[]): Buffer {
  const made = random.below(8) === 0 ? random.pick(seeds) : Buffer.from(new Grammar(random).page());
  return random.below(4) === 0 ? mutated(made, [...seeds, made], tokens, random) : made;
}
