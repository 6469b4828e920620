import { publicUrl } from '../addresses.ts';
import { type Hostile, page, script } from '../attack.ts';

const scripted = (name: string, code: string, more: Partial<Hostile> = {}): Hostile => ({
  name,
  source: { html: page(script(code)) },
  ...more,
});

const blob = (code: string): string => `URL.createObjectURL(new Blob([${JSON.stringify(code)}]))`;

/** Pages that take the processor, and never give it back. */
export const loops: readonly Hostile[] = [
  scripted('loop-at-load', 'for (;;);'),
  scripted('loop-after-load', `addEventListener('load', () => setTimeout(() => { for (;;); }, 100))`),
  scripted('loop-late', 'setTimeout(() => { for (;;); }, 150)'),
  scripted('loop-before-print', `addEventListener('beforeprint', () => { for (;;); })`),
  scripted('loop-after-print', `addEventListener('afterprint', () => { for (;;); })`),
  scripted('loop-on-media-change', `matchMedia('print').addEventListener('change', () => { for (;;); })`),
  scripted('loop-on-resize', `addEventListener('resize', () => { for (;;); })`, { format: 'png' }),
  scripted(
    'loop-on-scroll',
    `document.body.style.height = '9000px'; addEventListener('scroll', () => { for (;;); }, true)`,
    { format: 'png' },
  ),
  scripted(
    'loop-on-hide',
    `for (const type of ['pagehide', 'visibilitychange', 'beforeunload', 'unload']) addEventListener(type, () => { for (;;); })`,
  ),
  scripted('loop-in-getter', `Object.defineProperty(Object.prototype, 'then', { get() { for (;;); } })`),
  scripted('loop-in-document-title', `Object.defineProperty(document, 'title', { get() { for (;;); } })`),
  scripted('loop-in-fonts', `Object.defineProperty(document, 'fonts', { get() { for (;;); } })`),
  scripted('loop-of-microtasks', '(function again() { Promise.resolve().then(again) })()'),
  scripted(
    'loop-of-frames',
    `(function again() { requestAnimationFrame(again); const end = performance.now() + 200; while (performance.now() < end); })()`,
  ),
  scripted(
    'loop-of-mutations',
    `new MutationObserver(() => document.body.append('x')).observe(document.body, { childList: true }); document.body.append('x')`,
  ),
  scripted('regular-expression', `/^(a+)+$/.test('a'.repeat(60) + 'b')`),
  scripted('workers', `for (let i = 0; i < 40; i++) new Worker(${blob('for (;;);')})`, { settle: 2_000 }),
  scripted(
    'workers-spawning',
    `const code = ${JSON.stringify('onmessage = ({ data }) => { for (let i = 0; i < 3; i++) new Worker(URL.createObjectURL(new Blob([data]))).postMessage(data); for (;;); }')}; new Worker(URL.createObjectURL(new Blob([code]))).postMessage(code)`,
    { settle: 2_000 },
  ),
  scripted(
    'synchronous-request',
    `const x = new XMLHttpRequest(); x.open('GET', '${publicUrl('network/silent')}', false); try { x.send() } catch {}`,
  ),
  scripted('alerts', `for (;;) alert('x')`),
  scripted('prompts', `for (;;) { confirm('x'); prompt('y') }`),
  scripted('long-alert', `alert('x'.repeat(2e8))`),
  scripted('reloads', 'location.reload()'),
  scripted('reloads-after-load', `addEventListener('load', () => setTimeout(() => location.reload(), 10))`),
  scripted('hashes', `let i = 0; setInterval(() => { for (let n = 0; n < 50; n++) location.hash = ++i })`, {
    settle: 2_000,
  }),
  scripted('history', `let i = 0; for (;;) { try { history.pushState({}, '', '/' + ++i) } catch {} }`),
  scripted(
    'history-states',
    `let i = 0; setInterval(() => { try { history.pushState('x'.repeat(1e6), '', '/' + ++i) } catch {} })`,
    { settle: 2_000 },
  ),
  scripted('prints', 'for (;;) print()'),
  scripted('prints-after-load', `addEventListener('load', () => setInterval(() => print(), 1))`, {
    settle: 2_000,
  }),
  scripted(
    'leave-dialog',
    `addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'x' })`,
  ),
  scripted('windows', `for (let i = 0; i < 500; i++) open('about:blank')`),
  scripted(
    'windows-for-ever',
    `setInterval(() => { for (let i = 0; i < 50; i++) { const a = document.createElement('a'); a.href = '/x'; a.target = '_blank'; a.rel = 'noopener'; a.click() } })`,
    { settle: 2_000 },
  ),
  scripted(
    'downloads',
    `for (let i = 0; i < 200; i++) { const a = document.createElement('a'); a.download = i + '.bin'; a.href = URL.createObjectURL(new Blob([new Uint8Array(1e6)])); a.click() }`,
  ),
  scripted('document-written', `for (;;) document.write('<p>x</p>')`),
  scripted('document-open', `setInterval(() => { document.open(); document.write('<p>x</p>') })`, {
    settle: 2_000,
  }),
  scripted(
    'log',
    `setInterval(() => { for (let i = 0; i < 500; i++) console.log('x'.repeat(1e4), { i }) })`,
    { settle: 2_000 },
  ),
  scripted('log-long', `for (let i = 0; i < 20; i++) console.log('x'.repeat(1e8) + i)`),
  scripted(
    'exceptions',
    `setInterval(() => { for (let i = 0; i < 200; i++) setTimeout(() => { throw new Error('x'.repeat(1e5)) }) })`,
    { settle: 2_000 },
  ),
  scripted('long-title', `document.title = 'x'.repeat(2e8)`),
  scripted('stack', '(function again() { again() })()'),
  { name: 'expression-never', source: { html: page('') }, page: { waitForExpression: 'false' } },
  {
    name: 'expression-loop',
    source: { html: page('') },
    page: { waitForExpression: '(() => { for (;;); })()' },
  },
  {
    name: 'expression-pending',
    source: { html: page('') },
    page: { waitForExpression: 'new Promise(() => {})' },
  },
  { name: 'expression-large', source: { html: page('') }, page: { waitForExpression: `'x'.repeat(3e8)` } },
  { name: 'selector-never', source: { html: page('') }, page: { waitForSelector: '#never' } },
  {
    name: 'template-loop',
    source: { html: page('') },
    pdf: { headerTemplate: '<script>for (;;);</script><span>x</span>' },
  },
  {
    name: 'template-large',
    source: { html: page('') },
    pdf: { footerTemplate: `<div>${'<span>x</span>'.repeat(200_000)}</div>` },
  },
];

/** Pages that take memory. */
export const memoryBombs: readonly Hostile[] = [
  scripted('heap', 'const a = []; for (;;) a.push({ a: new Array(1000).fill({}) })'),
  scripted(
    'heap-slowly',
    'const a = []; setInterval(() => { for (let i = 0; i < 100; i++) a.push(new Array(10000).fill(i)) })',
    { settle: 2_000 },
  ),
  scripted(
    'strings',
    `let a = 'x'; const b = []; for (;;) { b.push([...(a + b.length)]); if (a.length < 1e7) a += a }`,
  ),
  scripted('buffers', 'const a = []; for (let i = 0; i < 300; i++) a.push(new Uint8Array(1e7).fill(1))'),
  scripted('buffers-for-ever', 'const a = []; setInterval(() => a.push(new Uint8Array(5e7).fill(1)))', {
    settle: 2_000,
  }),
  scripted(
    'buffers-in-workers',
    `for (let i = 0; i < 8; i++) new Worker(${blob('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))')})`,
    { settle: 2_000 },
  ),
  scripted(
    'web-assembly',
    'const m = new WebAssembly.Memory({ initial: 1, maximum: 65536 }); for (;;) { m.grow(1000); new Uint8Array(m.buffer).fill(1) }',
  ),
  scripted(
    'blobs',
    'const a = []; for (let i = 0; i < 400; i++) a.push(new Blob([new Uint8Array(1e7).fill(i)]))',
  ),
  scripted(
    'canvases',
    `for (let i = 0; i < 200; i++) { const c = document.createElement('canvas'); c.width = c.height = 4096; c.getContext('2d').fillRect(0, 0, 4096, 4096); document.body.append(c) }`,
    { format: 'png' },
  ),
  scripted(
    'canvas-huge',
    `const c = document.createElement('canvas'); c.width = c.height = 30000; c.getContext('2d')?.fillRect(0, 0, 30000, 30000); document.body.append(c)`,
  ),
  scripted(
    'bitmaps',
    `const a = []; (async () => { const d = new ImageData(4096, 4096); for (;;) a.push(await createImageBitmap(d)) })()`,
  ),
  scripted(
    'messages',
    `const w = new Worker(${blob('for (;;) postMessage(new Uint8Array(1e6))')}); w.onmessage = () => {}`,
    { settle: 2_000 },
  ),
  scripted(
    'local-storage',
    `for (let i = 0; i < 1e5; i++) try { localStorage[i] = 'x'.repeat(1e6) } catch {}`,
  ),
  {
    name: 'databases',
    source: {
      html: page(
        script(`const o = indexedDB.open('x'); o.onupgradeneeded = () => o.result.createObjectStore('x', { autoIncrement: true });
o.onsuccess = () => (function again() { const t = o.result.transaction('x', 'readwrite'); t.objectStore('x').add(new Uint8Array(1e7).fill(1)); t.oncomplete = again })()`),
      ),
    },
    settle: 4_000,
  },
  scripted(
    'posted-body',
    `for (let i = 0; i < 8; i++) fetch('/x', { method: 'POST', body: new Uint8Array(1e8) }).catch(() => {})`,
    { settle: 2_000 },
  ),
  scripted(
    'data-urls',
    `for (let i = 0; i < 20; i++) { const f = document.createElement('iframe'); f.src = 'data:text/html,' + 'x'.repeat(2e7); document.body.append(f) }`,
  ),
  scripted('long-urls', `for (let i = 0; i < 300; i++) new Image().src = '/' + 'x'.repeat(2e6) + i`),
  scripted('many-elements', `document.body.innerHTML = '<p><b>x</b></p>'.repeat(2e6)`),
];
