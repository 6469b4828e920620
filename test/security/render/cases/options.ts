import { inside, insideHost, publicUrl, secretFolder } from '../addresses.ts';
import { type Attack, type AttackFamily, page, upload, visit } from '../attack.ts';

const file = (name: string): string => `file://${secretFolder}/${name}`;

/** Markup for the templates of header and footer, which browsers lay out in a document of their own. */
const templates: Readonly<Record<string, string>> = {
  image: `<img src="${inside('template.png')}" style="width:9px">`,
  'image-file': `<img src="${file('secret.png')}" style="width:37px">`,
  background: `<div style="background:url('${inside('template.png')}');width:9px;height:9px;-webkit-print-color-adjust:exact">x</div>`,
  style: `<link rel="stylesheet" href="${inside('template.css')}"><style>@import url("${inside('imported.css')}");</style>`,
  script: `<script>fetch('${inside('template.txt')}'); new Image().src = '${inside('script.png')}'</script>`,
  handler: `<img src="x:" onerror="fetch('${inside('handler.txt')}')">`,
  frame: `<iframe src="${inside('template.html')}"></iframe>`,
  'frame-file': `<iframe src="${file('secret.html')}"></iframe>`,
  object: `<object data="${file('secret.svg')}"></object><embed src="${inside('embed.svg')}">`,
  refresh: `<meta http-equiv="refresh" content="0; url=${file('secret.html')}">`,
  base: `<base href="file://${secretFolder}/"><img src="secret.png" style="width:37px">`,
  svg: `<svg width="60" height="20"><image href="${inside('svg.png')}" width="9" height="9"/><use href="${file('secret.svg')}#x"/></svg>`,
  font: `<style>@font-face { font-family: F; src: url("${inside('font.woff2')}") } span { font-family: F }</style><span style="font-size:9px">x</span>`,
};

/** Chromium fails to print at all when a template wants these. */
const unprintable = ['style', 'font'];

const framed = (name: string, template: string): Attack[] => {
  const ends = unprintable.includes(name) ? 'any' : 'page';
  return [
    upload(`header-${name}`, '', { pdf: { headerTemplate: template }, ends }),
    upload(`footer-${name}`, '', { pdf: { footerTemplate: template }, ends }),
  ];
};

const withHeaders = (name: string, extraHttpHeaders: Record<string, string>): Attack =>
  visit(`headers-${name}`, publicUrl(`headers-${name}/`), {
    site: { '': { body: page('') } },
    page: { extraHttpHeaders },
  });

const withAsset = (name: string, assetName: string, markup: string): Attack =>
  upload(`asset-${name}`, markup, {
    assets: [{ name: assetName, content: Buffer.from('an asset'), contentType: undefined }],
  });

const smuggled = `\r\n\r\nGET ${inside('smuggled.txt')} HTTP/1.1\r\nHost: ${insideHost}:9001\r\n\r\n`;

export const optionFamilies: AttackFamily[] = [
  {
    family: 'header and footer templates',
    attacks: Object.entries(templates).flatMap(([name, template]) => framed(name, template)),
  },
  {
    family: 'options',
    attacks: [
      withHeaders('host', { host: `${insideHost}:9001` }),
      withHeaders('host-inside-name', { Host: 'inside.example:9001' }),
      withHeaders('proxy-authorization', { 'proxy-authorization': 'Basic eDp5' }),
      withHeaders('proxy-connection', {
        'proxy-connection': 'keep-alive',
        connection: 'host, proxy-authorization',
      }),
      withHeaders('framing', { 'content-length': '5', 'transfer-encoding': 'chunked' }),
      withHeaders('upgrade', { connection: 'upgrade', upgrade: 'websocket' }),
      withHeaders('forwarded', {
        'x-forwarded-host': insideHost,
        'x-original-url': inside(''),
        forwarded: `host=${insideHost}`,
      }),
      withHeaders('line-break', { 'x-a': `b${smuggled}` }),
      withHeaders('line-break-in-name', { [`x-a: b${smuggled}x`]: 'c' }),
      visit('user-agent-line-break', publicUrl('user-agent-line-break/'), {
        site: { '': { body: page('') } },
        page: { userAgent: `x${smuggled}` },
      }),
      visit('cookie-line-break', publicUrl('cookie-line-break/'), {
        site: { '': { body: page('') } },
        page: { cookies: [{ name: 'a', value: `b${smuggled}` }] },
      }),
      visit('cookie-for-inside', publicUrl('cookie-for-inside/'), {
        site: { '': { body: page(`<img src="${inside('cookie.png')}">`) } },
        page: { cookies: [{ name: 'a', value: 'b', domain: insideHost }] },
        ends: 'page',
      }),
      upload('wait-expression', '', {
        page: {
          waitForExpression: `fetch('${inside('expression.txt')}').then((r) => r.text()).then((t) => (document.body.append(t), true), () => true)`,
        },
      }),
      upload('wait-expression-file', '', {
        page: {
          waitForExpression: `fetch('${file('secret.txt')}').then((r) => r.text()).then((t) => (document.body.append(t), true), () => true)`,
        },
      }),
      upload('wait-expression-module', '', {
        page: { waitForExpression: `import('${inside('module.js')}').then(() => true, () => true)` },
      }),
      withAsset(
        'path',
        `../../../../../..${secretFolder}/secret.html`,
        `<iframe src="../../../../../..${secretFolder}/secret.html"></iframe>`,
      ),
      withAsset(
        'absolute',
        `${secretFolder}/secret.html`,
        `<iframe src="${secretFolder}/secret.html"></iframe>`,
      ),
      withAsset('file-url', file('secret.html'), `<iframe src="${file('secret.html')}"></iframe>`),
      withAsset('inside-url', inside('asset.png'), `<img src="${inside('asset.png')}">`),
      withAsset(
        'own-page',
        'index.html',
        `<iframe src="index.html"></iframe><img src="${inside('own.png')}">`,
      ),
      upload(
        'asset-that-reaches',
        '<iframe src="frame.html"></iframe><link rel="stylesheet" href="sheet.css">',
        {
          assets: [
            {
              name: 'frame.html',
              content: Buffer.from(
                page(`<img src="${inside('asset.png')}"><iframe src="${file('secret.html')}"></iframe>`),
              ),
              contentType: 'text/html',
            },
            {
              name: 'sheet.css',
              content: Buffer.from(
                `@import url("${inside('asset.css')}"); p { background: url("${file('secret.png')}") }`,
              ),
              contentType: 'text/css',
            },
          ],
        },
      ),
      upload('script-off', `<iframe src="${inside('off.html')}"></iframe><img src="${inside('off.png')}">`, {
        page: { javascript: false },
      }),
      upload(
        'screen-media',
        `<style>@media screen { p { background: url("${inside('screen.png')}") } }</style>`,
        {
          page: { emulatedMediaType: 'screen' },
        },
      ),
    ],
  },
];
