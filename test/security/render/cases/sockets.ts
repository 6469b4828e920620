import { insideHost, insideSocket } from '../addresses.ts';
import { type AttackFamily, uploadScript } from '../attack.ts';
import { blobUrl, securePage } from './scripted-page.ts';

export const socketFamily: AttackFamily = {
  family: 'sockets',
  attacks: [
    uploadScript('web-socket', `new WebSocket('${insideSocket}').onmessage = (e) => show(e.data)`),
    uploadScript('web-socket-secure', `new WebSocket('wss://${insideHost}/socket')`),
    uploadScript(
      'web-socket-name',
      `new WebSocket('ws://inside.example:9001/').onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'web-socket-loopback',
      `new WebSocket('ws://127.0.0.1:9001/').onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'web-socket-localhost',
      `new WebSocket('ws://localhost:9001/').onmessage = (e) => show(e.data)`,
    ),
    securePage(
      'web-socket-stream',
      `try { new WebSocketStream('${insideSocket}').opened.then((o) => o.readable.getReader().read()).then((r) => show(r.value), show) } catch {}`,
    ),
    uploadScript(
      'web-socket-in-worker',
      `const w = new Worker(${blobUrl(`new WebSocket('${insideSocket}').onmessage = (e) => postMessage(e.data)`)}); w.onmessage = (e) => show(e.data)`,
    ),
    securePage(
      'web-transport',
      `new WebTransport('https://${insideHost}:443/').ready.catch(() => {})`,
      {},
      { settle: 900 },
    ),
    securePage(
      'web-transport-hashes',
      `new WebTransport('https://${insideHost}:443/', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }).ready.catch(() => {})`,
      {},
      { settle: 900 },
    ),
    ...Object.entries({
      stun: [{ urls: `stun:${insideHost}:3478` }],
      'stun-name': [{ urls: 'stun:inside.example:3478' }],
      'stun-loopback': [{ urls: 'stun:127.0.0.1:3478' }],
      'stun-ipv6': [{ urls: 'stun:[fd00::5]:3478' }],
      'turn-udp': [{ urls: `turn:${insideHost}:3478?transport=udp`, username: 'a', credential: 'b' }],
      'turn-tcp': [{ urls: `turn:${insideHost}:9001?transport=tcp`, username: 'a', credential: 'b' }],
      turns: [{ urls: `turns:${insideHost}:443?transport=tcp`, username: 'a', credential: 'b' }],
      'turn-tcp-name': [{ urls: 'turn:inside.example:9001?transport=tcp', username: 'a', credential: 'b' }],
    }).map(([name, iceServers]) => uploadScript(`web-rtc-${name}`, rtc(iceServers), { settle: 900 })),
    uploadScript(
      'web-rtc-candidate',
      `const a = new RTCPeerConnection(), b = new RTCPeerConnection();
a.createDataChannel('x');
a.createOffer().then(async (o) => { await a.setLocalDescription(o); await b.setRemoteDescription(o); const n = await b.createAnswer(); await b.setLocalDescription(n); await a.setRemoteDescription(n);
for (const c of ['udp 2122260223 ${insideHost} 3478 typ host', 'udp 2122260222 127.0.0.1 3478 typ host', 'tcp 1518280447 ${insideHost} 9001 typ host tcptype passive']) await a.addIceCandidate({ candidate: 'candidate:1 1 ' + c, sdpMid: '0' }).catch(show) })`,
      { settle: 900 },
    ),
    uploadScript(
      'web-rtc-in-frame',
      `const f = document.body.appendChild(document.createElement('iframe')); const p = new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:${insideHost}:3478' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`,
      { settle: 900 },
    ),
    uploadScript(
      'web-rtc-in-sandbox',
      `document.body.insertAdjacentHTML('beforeend', '<iframe sandbox="allow-scripts" srcdoc="<script>const p = new RTCPeerConnection({ iceServers: [{ urls: \\'stun:${insideHost}:3478\\' }] }); p.createDataChannel(\\'x\\'); p.createOffer().then((o) => p.setLocalDescription(o))<\\/script>"></iframe>')`,
      { settle: 900 },
    ),
    securePage(
      'direct-sockets',
      `try { new TCPSocket('${insideHost}', 9001) } catch {} try { new UDPSocket({ remoteAddress: '${insideHost}', remotePort: 3478 }) } catch {}`,
    ),
  ],
};

function rtc(iceServers: readonly object[]): string {
  return `const p = new RTCPeerConnection({ iceServers: ${JSON.stringify(iceServers)} }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`;
}
