import { inside, publicUrl, secretFolder } from '../addresses.ts';
import { type AttackFamily, page, script, upload, uploadScript, visit } from '../attack.ts';

const file = (name: string): string => `file://${secretFolder}/${name}`;

/** As the URL asked for. None of them is a web page. */
const urls: Readonly<Record<string, string>> = {
  file: file('secret.html'),
  'file-upper-case': `FILE://${secretFolder}/secret.html`,
  'file-one-slash': `file:${secretFolder}/secret.html`,
  'file-localhost': `file://localhost${secretFolder}/secret.html`,
  'file-loopback': `file://127.0.0.1${secretFolder}/secret.html`,
  'file-four-slashes': `file:////localhost${secretFolder}/secret.html`,
  'file-encoded': `file://${secretFolder}/%73ecret.html`,
  'file-with-newline': `fi\nle://${secretFolder}/secret.html`,
  'file-blank-before': ` \t${file('secret.html')}`,
  'file-unc': `\\\\localhost${secretFolder.replaceAll('/', '\\')}\\secret.html`,
  'file-plain-path': `${secretFolder}/secret.html`,
  'file-folder': `file://${secretFolder}/`,
  'file-environment': 'file:///proc/self/environ',
  'file-command-line': 'file:///proc/self/cmdline',
  'view-source-inside': `view-source:${inside('source.html')}`,
  'view-source-file': `view-source:${file('secret.html')}`,
  'view-source-upper-case': `View-Source:${inside('source.html')}`,
  data: `data:text/html,<iframe src="${inside('data.html')}"></iframe>`,
  'data-file': `data:text/html,<iframe src="${file('secret.html')}"></iframe>`,
  javascript: `javascript:location='${inside('javascript.html')}'`,
  blob: 'blob:http://10.0.0.5:9001/00000000-0000-0000-0000-000000000000',
  filesystem: `filesystem:${inside('temporary/secret.html')}`,
  about: 'about:version',
  chrome: 'chrome://version',
  'chrome-hosts': 'chrome://net-internals/#dns',
  'chrome-crash': 'chrome://crash',
  devtools: 'devtools://devtools/bundled/inspector.html',
  ftp: 'ftp://10.0.0.5:9001/',
  'web-socket': 'ws://10.0.0.5:9001/',
  gopher: 'gopher://10.0.0.5:6379/_INFO',
  intent: 'intent://10.0.0.5:9001/#Intent;scheme=http;end',
  jar: 'jar:http://10.0.0.5:9001/x.jar!/x.html',
  empty: '',
  'no-host': 'http://',
};

const frames: Readonly<Record<string, string>> = {
  'frame-file': `<iframe src="${file('secret.html')}"></iframe>`,
  'frame-file-upper-case': `<iframe src="FILE://${secretFolder}/secret.html"></iframe>`,
  'frame-file-localhost': `<iframe src="file://localhost${secretFolder}/secret.html"></iframe>`,
  'frame-unc': `<iframe src="\\\\localhost${secretFolder.replaceAll('/', '\\')}\\secret.html"></iframe>`,
  'frame-relative': `<iframe src="../../../../../../../..${secretFolder}/secret.html"></iframe>`,
  'frame-root': `<iframe src="${secretFolder}/secret.html"></iframe>`,
  'frame-encoded-path': `<iframe src="/%2e%2e/%2e%2e/..%2f..%2f${secretFolder}/secret.html"></iframe>`,
  'frame-view-source': `<iframe src="view-source:${file('secret.html')}"></iframe>`,
  'frame-chrome': '<iframe src="chrome://version"></iframe>',
  'frame-data-file': `<iframe src="data:text/html,<iframe src='${file('secret.html')}'></iframe>"></iframe>`,
  'frame-srcdoc-file': `<iframe srcdoc="<iframe src='${file('secret.html')}'></iframe>"></iframe>`,
  'base-file': `<base href="file://${secretFolder}/"><iframe src="secret.html"></iframe>`,
  'object-file': `<object data="${file('secret.html')}" type="text/html"></object>`,
  'embed-file': `<embed src="${file('secret.svg')}" type="image/svg+xml">`,
  'embed-file-text': `<embed src="${file('secret.txt')}" type="text/plain" width="500" height="90">`,
  'image-file': `<img src="${file('secret.png')}">`,
  'image-file-svg': `<svg width="99" height="99"><image href="${file('secret.png')}" width="50" height="50"/></svg>`,
  'script-file': `<script src="${file('secret.js')}"></script>`,
  'style-file': `<link rel="stylesheet" href="${file('secret.css')}">`,
  'import-file': `<style>@import url("${file('secret.css')}");</style>`,
  'background-file': `<style>p { background: url("${file('secret.png')}"); print-color-adjust: exact }</style>`,
  'use-file': `<svg width="300" height="60"><use href="${file('secret.svg')}#x"/></svg>`,
};

export const fileFamilies: AttackFamily[] = [
  {
    family: 'schemes of the URL asked for',
    attacks: Object.entries(urls).map(([name, url]) => visit(`scheme-${name}`, url, { ends: 'rejected' })),
  },
  {
    family: 'files and schemes within a page',
    attacks: [
      ...Object.entries(frames).map(([name, markup]) => upload(name, markup)),
      uploadScript('location-file', `location = '${file('secret.html')}'`, { ends: 'any' }),
      uploadScript('open-file', `open('${file('secret.html')}')`),
      uploadScript('fetch-file', `fetch('${file('secret.txt')}').then((r) => r.text()).then(show, show)`),
      uploadScript(
        'xhr-file',
        `const x = new XMLHttpRequest(); x.onload = () => show(x.responseText); x.open('GET', '${file('secret.txt')}'); x.send()`,
      ),
      uploadScript(
        'worker-file',
        `new Worker(URL.createObjectURL(new Blob(["importScripts('${file('secret.js')}')"]))).onmessage = (e) => show(e.data)`,
      ),
      uploadScript(
        'blob-frame-file',
        `document.body.append(Object.assign(document.createElement('iframe'), { src: URL.createObjectURL(new Blob(['<iframe src="${file('secret.html')}"></iframe>'], { type: 'text/html' })) }))`,
      ),
      uploadScript(
        'download-file',
        `document.body.insertAdjacentHTML('beforeend', '<a id="a" download href="${file('secret.txt')}">x</a>'); a.click()`,
      ),
      upload('meta-refresh-file', '', {
        source: { html: page('', `<meta http-equiv="refresh" content="0; url=${file('secret.html')}">`) },
        ends: 'any',
      }),
      visit('site-frame-file', publicUrl('site-frame-file/'), {
        site: { '': { body: page(`<iframe src="${file('secret.html')}"></iframe>`) } },
        ends: 'page',
      }),
      visit('site-location-file', publicUrl('site-location-file/'), {
        site: { '': { body: page(script(`location = '${file('secret.html')}'`)) } },
      }),
      visit('site-entity-file', publicUrl('site-entity-file/'), {
        site: {
          '': {
            headers: { 'content-type': 'application/xhtml+xml' },
            body: `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e SYSTEM "${file('secret.txt')}">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Own text &e;</p></body></html>`,
          },
        },
      }),
      visit('site-xslt-file', publicUrl('site-xslt-file/'), {
        site: {
          '': {
            headers: { 'content-type': 'text/xml' },
            body: '<?xml-stylesheet href="t" type="text/xsl"?><r>Own text</r>',
          },
          t: {
            headers: { 'content-type': 'text/xsl' },
            body: `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body><xsl:copy-of select="document('${file('secret.xml')}')"/></body></html></xsl:template></xsl:stylesheet>`,
          },
        },
      }),
      {
        name: 'file-upload-field',
        source: {
          html: page(
            `<input id="i" type="file" value="${secretFolder}/secret.txt">${script(`i.value && show(i.value); try { i.value = '${secretFolder}/secret.txt' } catch {} i.files[0]?.text().then(show)`)}`,
          ),
        },
        ends: 'page',
      },
    ],
  },
];
