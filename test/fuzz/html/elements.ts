import { scripts } from './scripts.ts';
import type { Rule } from './rule.ts';
import { style, sheetRules } from './styles.ts';
import { addresses, lengths, words } from './values.ts';

export const attributes: readonly Rule[] = [
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

export const elements: readonly Rule[] = [
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
