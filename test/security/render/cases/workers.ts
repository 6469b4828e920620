import { inside, insideSocket, publicUrl } from '../addresses.ts';
import { type AttackFamily, page, script, uploadScript, visit } from '../attack.ts';
import { blobUrl, securePage } from './scripted-page.ts';

/** The source of a worker that fetches a text and reports it. */
const asking = (path: string): string =>
  `fetch('${inside(path)}').then((r) => r.text()).then((t) => self.postMessage(t), (e) => self.postMessage(String(e)));`;

/** Registers a service worker and waits until it controls the page. */
const registered = `navigator.serviceWorker.addEventListener('message', (e) => show(e.data)); navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.ready).then((r) => r.active.postMessage('go')).catch(show);`;

const telling = (path: string): string =>
  `self.addEventListener('message', (e) => fetch('${inside(path)}').then((r) => r.text()).then((t) => e.source.postMessage(t), (x) => e.source.postMessage(String(x))));`;

export const workerFamily: AttackFamily = {
  family: 'workers',
  attacks: [
    uploadScript(
      'worker-fetch',
      `new Worker(${blobUrl(asking('worker.txt'))}).onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'worker-xhr',
      `new Worker(${blobUrl(`const x = new XMLHttpRequest(); x.open('GET', '${inside('worker-xhr.txt')}', false); try { x.send(); postMessage(x.responseText) } catch {}`)}).onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'worker-import-scripts',
      `new Worker(${blobUrl(`importScripts('${inside('import-scripts.js')}')`)}).onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'worker-module',
      `new Worker(${blobUrl(`import '${inside('worker-module.js')}'`)}, { type: 'module' }).onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'worker-nested',
      `new Worker(${blobUrl(`const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(asking('nested.txt'))}]))); w.onmessage = (e) => postMessage(e.data)`)}).onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'worker-events',
      `new Worker(${blobUrl(`new EventSource('${inside('worker.sse')}').onmessage = (e) => postMessage(e.data)`)}).onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'worker-data-url',
      `new Worker('data:text/javascript,' + encodeURIComponent(${JSON.stringify(asking('worker-data.txt'))})).onmessage = (e) => show(e.data)`,
    ),
    visit('worker-from-site', publicUrl('worker-from-site/'), {
      site: {
        '': { body: page(script(`new Worker('worker.js').onmessage = (e) => show(e.data)`)) },
        'worker.js': { headers: { 'content-type': 'text/javascript' }, body: asking('site-worker.txt') },
      },
      ends: 'page',
    }),
    visit('shared-worker', publicUrl('shared-worker/'), {
      site: {
        '': {
          body: page(
            script(
              `const w = new SharedWorker('worker.js'); w.port.onmessage = (e) => show(e.data); w.port.start()`,
            ),
          ),
        },
        'worker.js': {
          headers: { 'content-type': 'text/javascript' },
          body: `onconnect = ({ ports: [port] }) => fetch('${inside('shared.txt')}').then((r) => r.text()).then((t) => port.postMessage(t), (e) => port.postMessage(String(e)))`,
        },
      },
      ends: 'page',
      settle: 600,
    }),
    visit('shared-worker-import', publicUrl('shared-worker-import/'), {
      site: {
        '': { body: page(script(`new SharedWorker('worker.js')`)) },
        'worker.js': {
          headers: { 'content-type': 'text/javascript' },
          body: `importScripts('${inside('shared.js')}')`,
        },
      },
      ends: 'page',
      settle: 600,
    }),
    securePage('service-worker-fetch', registered, { 'worker.js': telling('service.txt') }, { settle: 900 }),
    securePage(
      'service-worker-import',
      registered,
      { 'worker.js': `importScripts('${inside('service.js')}')` },
      { settle: 900 },
    ),
    securePage(
      'service-worker-socket',
      registered,
      { 'worker.js': `new WebSocket('${insideSocket}')` },
      { settle: 900 },
    ),
    securePage(
      'service-worker-after-page',
      registered,
      {
        'worker.js': `self.addEventListener('message', (e) => e.waitUntil(new Promise((r) => setTimeout(r, 1500)).then(() => fetch('${inside('after.txt')}'))))`,
      },
      { settle: 200, afterwards: 2_000 },
    ),
    securePage(
      'service-worker-respond',
      `${registered} setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<iframe src="through-worker"></iframe>'), 500)`,
      {
        'worker.js': `self.addEventListener('activate', (e) => e.waitUntil(clients.claim())); self.addEventListener('fetch', (e) => { if (e.request.url.includes('through-worker')) e.respondWith(fetch('${inside('respond.html')}', { mode: 'cors' })) })`,
      },
      { settle: 1_200 },
    ),
  ],
};
