import { type Hostile, page, script } from '../attack.ts';

const marked = (name: string, markup: string, more: Partial<Hostile> = {}): Hostile => ({
  name,
  source: { html: page(markup) },
  ...more,
});

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

const doubling = (levels: number, line: (level: number) => string): string =>
  Array.from({ length: levels }, (_, level) => line(level)).join('\n');

/** Pages that are too much to lay out, paint or write. */
export const layouts: readonly Hostile[] = [
  marked('high-pdf', '<div style="height:1000000px">x</div>'),
  marked('higher-pdf', '<div style="height:100000000px">x</div>'),
  marked('high-single-page', '<div style="height:1000000px">x</div>', { pdf: { singlePage: true } }),
  marked('paged-20000', `<style>p { break-after: page }</style>${'<p>x</p>'.repeat(20_000)}`),
  marked('page-size', '<style>@page { size: 1000000in 1000000in }</style>x'),
  marked('page-size-tiny', `<style>@page { size: 1px 1px; margin: 0 }</style>${'x '.repeat(5000)}`),
  marked('high-png', '<div style="height:1000000px">x</div>', { format: 'png' }),
  marked('wide-png', '<div style="width:1000000px">x</div>', { format: 'png' }),
  marked('huge-png', '<div style="width:30000px;height:30000px;background:red">x</div>', { format: 'png' }),
  marked('dense-png', '<div style="height:20000px">x</div>', {
    format: 'png',
    image: { deviceScaleFactor: 4 },
  }),
  marked(
    'growing-png',
    `<div id="d" style="height:100px"></div>${script(`setInterval(() => { d.style.height = d.offsetHeight * 2 + 'px' }, 5)`)}`,
    { format: 'png' },
  ),
  marked(
    'growing-on-scroll',
    `<div id="d" style="height:3000px"></div>${script(`addEventListener('scroll', () => { d.style.height = d.offsetHeight + 3000 + 'px' }, true)`)}`,
    { format: 'png' },
  ),
  marked('deep', nested('<div>', '</div>', 100_000)),
  marked(
    'deep-script',
    script(
      `let e = document.body; for (let i = 0; i < 1e5; i++) e = e.appendChild(document.createElement('span')); e.textContent = 'x'`,
    ),
  ),
  marked('deep-tables', nested('<table><tr><td>', '</td></tr></table>', 400)),
  marked(
    'deep-flex',
    nested('<div style="display:flex;flex-direction:column;width:fit-content">', '</div>', 600),
  ),
  marked(
    'grid',
    '<div style="display:grid;grid-template:repeat(30000,1px)/repeat(30000,1px)"><p style="grid-area:30000/30000">x</p></div>',
  ),
  marked(
    'variables',
    `<style>:root { --v0: xxxxxxxxxx; ${doubling(40, (level) => `--v${level + 1}: var(--v${level}) var(--v${level});`)} } p::before { content: "a"; font-family: var(--v40) }</style>`,
  ),
  marked(
    'selectors',
    `<style>${'div:has(div div div div:not(:has(p))) ~ div:nth-last-child(2n+1 of div) div { color: red }\n'.repeat(300)}</style>${nested('<div><div></div>', '</div>', 250).repeat(20)}`,
  ),
  marked(
    'svg-uses',
    `<svg><g id="g0"><text>x</text></g>${doubling(30, (level) => `<g id="g${level + 1}"><use href="#g${level}"/><use href="#g${level}"/></g>`)}</svg>`,
  ),
  marked(
    'svg-filter',
    `<svg width="3000" height="3000"><filter id="f" width="500%" height="500%">${'<feTurbulence baseFrequency="0.05" numOctaves="50"/><feMorphology radius="300"/><feGaussianBlur stdDeviation="300"/>'.repeat(40)}</filter><rect filter="url(#f)" width="3000" height="3000"/></svg>`,
    { format: 'png' },
  ),
  marked(
    'css-filter',
    `<div style="width:4000px;height:4000px;background:conic-gradient(red,blue);filter:${'blur(200px) '.repeat(60)}">x</div>`,
    { format: 'png' },
  ),
  marked(
    'shadows',
    `<style>p { box-shadow: ${Array.from({ length: 4000 }, (_, index) => `${index}px ${index}px 300px red`).join(',')} }</style>${'<p>x</p>'.repeat(200)}`,
  ),
  marked(
    'gradients',
    `<style>p { background: ${Array.from({ length: 2000 }, () => 'radial-gradient(red, transparent)').join(',')} }</style>${'<p>x</p>'.repeat(500)}`,
  ),
  marked('one-line', `<p style="white-space:nowrap">${'абв ﷽ e\u{301} '.repeat(300_000)}</p>`),
  marked('one-word', `<p style="hyphens:auto" lang="en">${'x'.repeat(4_000_000)}</p>`),
  marked('combining', `<p>${`a${'\u{301}'.repeat(50_000)}`.repeat(10)}</p>`),
  marked('frames', '<iframe srcdoc="<p>x"></iframe>'.repeat(2_000)),
  marked('frames-of-themselves', '<iframe src="/"></iframe><iframe src="/?"></iframe>'),
  marked(
    'frames-within',
    script(
      `const again = (w) => { const f = w.document.body.appendChild(w.document.createElement('iframe')); setTimeout(() => again(f.contentWindow)) }; again(window); again(window)`,
    ),
  ),
  marked(
    'frames-for-ever',
    script(
      `setInterval(() => { const f = document.body.appendChild(document.createElement('iframe')); f.src = '/?' + Math.random(); setTimeout(() => f.remove(), 20) })`,
    ),
  ),
  marked(
    'animations',
    `<style>@keyframes k { to { transform: rotate3d(1,1,1,360deg) scale(9); filter: blur(90px) } } p { will-change: transform; animation: k 1ms infinite }</style>${'<p>x</p>'.repeat(3_000)}`,
    { format: 'png' },
  ),
  marked(
    'image-bomb',
    `<img src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><rect width="60000" height="60000"/></svg>')}">`,
    { format: 'png' },
  ),
  marked(
    'crash-frame',
    '<iframe src="chrome://crash"></iframe><iframe src="chrome://gpucrash"></iframe><iframe src="chrome://hang"></iframe>',
  ),
];
