import { allowedUrl, publicUrl } from '../addresses.ts';
import { type Attack, type AttackFamily, page, script, type SiteResponse, visit } from '../attack.ts';
import { secretText } from '../secret.ts';
import { scriptFile } from './scripted-page.ts';

const secret = JSON.stringify(secretText);

/** A page that leaves the secret, and one of the next client that looks for it. */
function leftBehind(
  name: string,
  leave: string,
  find: string,
  more: { site?: Record<string, SiteResponse>; settle?: number } = {},
): Attack {
  const url = allowedUrl(`${name}/`);
  return visit(name, url, {
    before: { url: `${url}before` },
    site: {
      before: { body: page(script(leave)) },
      '': { body: page(script(find)) },
      ...more.site,
    },
    ends: 'page',
    settle: more.settle ?? 400,
  });
}

export const leftBehindFamily: AttackFamily = {
  family: 'what another render left',
  attacks: [
    leftBehind(
      'left-cookie',
      `document.cookie = 'a=' + ${secret} + '; max-age=999'`,
      'show(document.cookie)',
    ),
    leftBehind('left-local-storage', `localStorage.a = ${secret}`, 'show(localStorage.a)'),
    leftBehind('left-session-storage', `sessionStorage.a = ${secret}`, 'show(sessionStorage.a)'),
    leftBehind('left-window-name', `name = ${secret}`, 'show(name)'),
    leftBehind(
      'left-database',
      `const o = indexedDB.open('x'); o.onupgradeneeded = () => o.result.createObjectStore('x'); o.onsuccess = () => o.result.transaction('x', 'readwrite').objectStore('x').put(${secret}, 1)`,
      `const o = indexedDB.open('x'); o.onupgradeneeded = () => o.result.createObjectStore('x'); o.onsuccess = () => { o.result.transaction('x').objectStore('x').get(1).onsuccess = (e) => show(e.target.result) }`,
    ),
    leftBehind(
      'left-cache',
      `caches.open('x').then((c) => c.put('/x', new Response(${secret})))`,
      `caches.match('/x').then((r) => r.text()).then(show, show)`,
    ),
    leftBehind(
      'left-files',
      `navigator.storage.getDirectory().then((d) => d.getFileHandle('x', { create: true })).then((f) => f.createWritable()).then(async (w) => { await w.write(${secret}); await w.close() })`,
      `navigator.storage.getDirectory().then((d) => d.getFileHandle('x')).then((f) => f.getFile()).then((f) => f.text()).then(show, show)`,
    ),
    leftBehind(
      'left-http-cache',
      `document.body.append(Object.assign(document.createElement('script'), { src: 'cached.js' }))`,
      `document.body.append(Object.assign(document.createElement('script'), { src: 'cached.js' }))`,
      {
        site: {
          'cached.js': {
            headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=999' },
            firstBody: `document.body.append(${secret})`,
            body: '',
          },
        },
      },
    ),
    leftBehind(
      'left-service-worker',
      `navigator.serviceWorker.register('worker.js')`,
      `fetch('asked').then((r) => r.text()).then(show, show)`,
      {
        site: {
          'worker.js': scriptFile(
            `self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (e) => e.waitUntil(clients.claim())); self.addEventListener('fetch', (e) => { if (e.request.url.endsWith('asked')) e.respondWith(new Response(${secret})) })`,
          ),
          asked: { body: 'nothing' },
        },
        settle: 700,
      },
    ),
    leftBehind(
      'left-shared-worker',
      `const w = new SharedWorker('worker.js'); w.port.postMessage(${secret})`,
      `const w = new SharedWorker('worker.js'); w.port.onmessage = (e) => show(e.data); w.port.postMessage('')`,
      {
        site: {
          'worker.js': scriptFile(
            `let kept = ''; onconnect = ({ ports: [port] }) => { port.onmessage = (e) => { kept ||= e.data; port.postMessage(kept) } }`,
          ),
        },
        settle: 600,
      },
    ),
    visit('left-name-lookups', publicUrl('left-name-lookups/'), {
      before: {
        html: page(
          script(
            "for (let n = 0; n < 60; n++) fetch(`http://n${n}.silent.example/`, { mode: 'no-cors' }).catch(show)",
          ),
        ),
      },
      site: { '': { body: page('') } },
      ends: 'page',
    }),
  ],
};
