import { allowedUrl, freePorts, inside, insideHost, publicUrl } from '../addresses.ts';
import { type AttackFamily, page, script, uploadScript, visit } from '../attack.ts';

const ports = `Array.from({ length: ${freePorts.last - freePorts.first + 1} }, (_, i) => ${freePorts.first} + i)`;

const smuggled = `GET ${inside('smuggled.txt')} HTTP/1.1\\r\\nHost: ${insideHost}:9001\\r\\n\\r\\n`;

export const machineFamily: AttackFamily = {
  family: 'processes on this machine',
  attacks: [
    uploadScript(
      'scan-ports-fetch',
      `for (const port of ${ports}) fetch('http://127.0.0.1:' + port + '/', { mode: 'no-cors' }).catch(() => {})`,
      { settle: 900 },
    ),
    uploadScript(
      'scan-ports-web-socket',
      `for (const port of ${ports}) try { new WebSocket('ws://127.0.0.1:' + port + '/') } catch {}`,
      { settle: 900 },
    ),
    uploadScript(
      'scan-ports-post',
      `for (const port of ${ports}) fetch('http://127.0.0.1:' + port + '/', { method: 'POST', mode: 'no-cors', body: '${smuggled}' }).catch(() => {})`,
      { settle: 900 },
    ),
    uploadScript(
      'scan-ports-ipv6',
      `for (const port of ${ports}) fetch('http://[::1]:' + port + '/', { mode: 'no-cors' }).catch(() => {})`,
      { settle: 900 },
    ),
    uploadScript(
      'scan-ports-name',
      `for (const port of ${ports}) fetch('http://localhost:' + port + '/', { mode: 'no-cors' }).catch(() => {})`,
      { settle: 900 },
    ),
    uploadScript(
      'proxy-by-proxy',
      `for (const port of ${ports}) fetch('http://127.0.0.1:' + port + '/${inside('through.txt')}', { mode: 'no-cors' }).catch(() => {})`,
      { settle: 900 },
    ),
    uploadScript(
      'debugger-list',
      `fetch('http://127.0.0.1:9222/json/list').then((r) => r.text()).then(show, show)`,
    ),
    uploadScript(
      'debugger-socket',
      `new WebSocket('ws://127.0.0.1:9222/devtools/browser/x').onmessage = (e) => show(e.data)`,
    ),
    uploadScript(
      'runtime-api-next',
      `fetch('http://127.0.0.1:9001/2018-06-01/runtime/invocation/next').then((r) => r.text()).then(show, show)`,
    ),
    uploadScript(
      'runtime-api-response',
      `fetch('http://127.0.0.1:9001/2018-06-01/runtime/invocation/x/response', { method: 'POST', mode: 'no-cors', body: '{}' })`,
    ),
    uploadScript(
      'metadata-token',
      `fetch('http://169.254.169.254/latest/api/token', { method: 'PUT', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' } }).then((r) => r.text()).then(show, show)`,
    ),
    uploadScript(
      'redis-post',
      `fetch('http://10.0.0.5:6379/', { method: 'POST', mode: 'no-cors', body: 'FLUSHALL\\r\\n' })`,
    ),
    uploadScript(
      'smuggled-in-body',
      `fetch('${publicUrl('smuggled-in-body/x')}', { method: 'POST', mode: 'no-cors', body: '0\\r\\n\\r\\n${smuggled}' })`,
      { site: { x: {} } },
    ),
    visit('allowed-host-other-port', allowedUrl('allowed-host-other-port/'), {
      site: {
        '': {
          body: page(
            `<iframe src="http://localhost:9001/secret.html"></iframe>${script(`fetch('http://localhost:9222/x.txt').then((r) => r.text()).then(show, show)`)}`,
          ),
        },
      },
      ends: 'page',
    }),
    visit('allowed-host-by-address', allowedUrl('allowed-host-by-address/'), {
      site: {
        '': {
          body: page(
            '<iframe src="http://127.0.0.1:9001/secret.html"></iframe><iframe src="http://[::1]:9001/secret.html"></iframe>',
          ),
        },
      },
      ends: 'page',
    }),
    visit('allowed-host-redirect', allowedUrl('allowed-host-redirect/'), {
      site: { '': { status: 302, headers: { location: 'http://localhost:9001/secret.html' } } },
      ends: 'rejected',
    }),
  ],
};
