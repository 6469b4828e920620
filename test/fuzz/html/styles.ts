import type { Rule } from './rule.ts';
import { addresses, colours, lengths, words } from './values.ts';

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

export const style: Rule = (g) => g.some(declarations, 4, ';');

export const sheetRules: readonly Rule[] = [
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
