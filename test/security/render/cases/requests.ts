import { inside, insideHost } from '../addresses.ts';
import { type AttackFamily, uploadScript } from '../attack.ts';
import { securePage } from './scripted-page.ts';

export const requestFamily: AttackFamily = {
  family: 'requests of scripts',
  attacks: [
    uploadScript('fetch', `fetch('${inside('fetch.txt')}').then((r) => r.text()).then(show, show)`),
    uploadScript('fetch-no-cors', `fetch('${inside('no-cors.txt')}', { mode: 'no-cors' })`),
    uploadScript(
      'fetch-put',
      `fetch('${inside('put.txt')}', { method: 'PUT', body: 'x', headers: { 'x-custom': 'y' } })`,
    ),
    uploadScript(
      'fetch-target-address-space',
      `fetch('${inside('space.txt')}', { targetAddressSpace: 'local' }).then((r) => r.text()).then(show, show)`,
    ),
    uploadScript(
      'fetch-keepalive',
      `addEventListener('pagehide', () => fetch('${inside('keepalive.txt')}', { keepalive: true, mode: 'no-cors' }))`,
      { afterwards: 300 },
    ),
    securePage(
      'fetch-later',
      `globalThis.fetchLater?.('${inside('later.txt')}', { activateAfter: 0 })`,
      {},
      { afterwards: 300 },
    ),
    uploadScript(
      'fetch-stream',
      `fetch('${inside('stream.txt')}', { method: 'POST', mode: 'no-cors', body: 'x'.repeat(60000) })`,
    ),
    uploadScript(
      'xhr',
      `const x = new XMLHttpRequest(); x.onload = () => show(x.responseText); x.open('GET', '${inside('xhr.txt')}'); x.send()`,
    ),
    uploadScript(
      'xhr-sync',
      `const x = new XMLHttpRequest(); x.open('GET', '${inside('sync.txt')}', false); try { x.send(); show(x.responseText) } catch {}`,
    ),
    uploadScript(
      'event-source',
      `new EventSource('${inside('events.sse')}').onmessage = (e) => show(e.data)`,
    ),
    uploadScript('beacon', `navigator.sendBeacon('${inside('beacon.txt')}', 'x')`),
    uploadScript(
      'beacon-on-hide',
      `addEventListener('visibilitychange', () => navigator.sendBeacon('${inside('hidden.txt')}')); addEventListener('pagehide', () => navigator.sendBeacon('${inside('hidden.txt')}'))`,
      { afterwards: 300 },
    ),
    uploadScript('image-object', `new Image().src = '${inside('object.png')}'`),
    uploadScript('audio-object', `new Audio('${inside('object.mp3')}').play().catch(() => {})`),
    uploadScript('dynamic-import', `import('${inside('import.js')}').catch(() => {})`),
    uploadScript(
      'before-print',
      `addEventListener('beforeprint', () => { const x = new XMLHttpRequest(); x.open('GET', '${inside('print.txt')}', false); try { x.send(); show(x.responseText) } catch {} })`,
    ),
    uploadScript('document-write', `document.write('<script src="${inside('written.js')}"><\\/script>')`),
    uploadScript(
      'shadow-image',
      `const s = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }); s.innerHTML = '<img src="${inside('shadow.png')}">'`,
    ),
    uploadScript(
      'history-then-fetch',
      `history.pushState(0, '', '/elsewhere'); fetch('${inside('history.txt')}').then((r) => r.text()).then(show, show)`,
    ),
    uploadScript(
      'svg-animated-href',
      `document.body.insertAdjacentHTML('beforeend', '<svg><image width="9" height="9"><set attributeName="href" to="${inside('animated.png')}"/></image></svg>')`,
    ),
    securePage('fetch-secure', `fetch('${inside('secure.txt')}').then((r) => r.text()).then(show, show)`),
    securePage(
      'payment-manifest',
      `try { new PaymentRequest([{ supportedMethods: 'https://${insideHost}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment().catch(() => {}) } catch {}`,
    ),
    securePage(
      'federated-login',
      `navigator.credentials.get({ identity: { providers: [{ configURL: 'https://${insideHost}/c.json', clientId: 'x' }] }, mediation: 'optional' }).catch(() => {})`,
    ),
    securePage(
      'background-fetch',
      `navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.ready).then((r) => r.backgroundFetch.fetch('x', '${inside('background.txt')}')).catch(() => {})`,
      { 'worker.js': '' },
    ),
    securePage('cache-add', `caches.open('x').then((c) => c.add('${inside('cache.txt')}')).catch(() => {})`),
    securePage('paint-worklet', `CSS.paintWorklet.addModule('${inside('paint.js')}').catch(() => {})`),
    securePage(
      'audio-worklet',
      `new AudioContext().audioWorklet.addModule('${inside('audio.js')}').catch(() => {})`,
    ),
  ],
};
