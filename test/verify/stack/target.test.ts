import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CallTimes } from './call-times.ts';
import { Target } from './target.ts';

const received: IncomingHttpHeaders[] = [];
const server = createServer(({ url = '', headers }, response) => {
  received.push(headers);
  if (url.endsWith('/slow')) return;
  response
    .writeHead(url.includes('missing') ? 404 : 200, { 'content-type': 'application/json' })
    .end('{"status":"ok"}');
});
let baseUrl = '';
let times: CallTimes;
let target: Target;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.length = 0;
  times = new CallTimes();
  target = new Target({ baseUrl, key: 'fcs_1', headers: { 'x-api-key': 'hash' }, times });
});

it('sends further headers with its own key only', async () => {
  await target.call('/api/health');
  await target.client().health();
  await target.call('/api/health', { key: 'fcs_2' });
  await target.call('/api/health', { key: null });
  await target.download(baseUrl.replace('/prod', '/bucket'));
  const sent = received.map(({ authorization, 'x-api-key': further }) => [authorization, further]);
  const own = ['Bearer fcs_1', 'hash'];
  expect(sent).toEqual([
    own,
    own,
    ['Bearer fcs_2', undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('records successful calls of operations that do not wait', async () => {
  await target.client().health();
  await target.call('/api/jobs/job_1');
  await target.call('/api/jobs/job_1?wait=10');
  await target.call('/api/files/missing');
  await target.download(baseUrl.replace('/prod', '/bucket'));
  const recorded = times.byOperation().map(({ operation, calls }) => [operation, calls]);
  expect(recorded).toEqual([
    ['health', 1],
    ['get-job', 1],
  ]);
});

it('ends calls by the signal', async () => {
  const limited = target.within(AbortSignal.timeout(100));
  await expect(limited.call('/slow')).rejects.toThrow('aborted due to timeout');
});

it('rejects a download that storage rejects', async () => {
  await expect(target.download(`${baseUrl}/missing`)).rejects.toThrow('Storage responded with 404.');
});
