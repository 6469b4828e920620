import { describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { GotenbergRequest } from '#lib/gotenberg/http/request.ts';
import { requestedWebhook } from '#lib/gotenberg/webhooks/webhook-headers.ts';

const full = {
  'Gotenberg-Webhook-Url': 'https://example.com/done',
  'Gotenberg-Webhook-Error-Url': 'https://example.com/failed',
};

function read(headers: Record<string, string>, allowed = AllowedHosts.none) {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const request = { header: (name: string) => given.get(name), trace: 't-1', outputName: 'report' };
  return requestedWebhook(request as GotenbergRequest, allowed);
}

describe('the headers of a webhook', () => {
  it('are absent from a request that waits', () => {
    expect(read({ 'Gotenberg-Webhook-Error-Url': 'https://example.com/failed' })).toBeUndefined();
  });

  it('have defaults', () => {
    expect(read(full)).toEqual({
      url: 'https://example.com/done',
      result: {
        method: 'POST',
        errorMethod: 'POST',
        errorUrl: 'https://example.com/failed',
        headers: {},
        trace: 't-1',
        outputName: 'report',
      },
    });
  });

  it('name methods, URLs and further headers', () => {
    const given = {
      ...full,
      'Gotenberg-Webhook-Method': 'put',
      'Gotenberg-Webhook-Error-Method': 'PATCH',
      'Gotenberg-Webhook-Events-Url': 'https://example.com/events',
      'Gotenberg-Webhook-Extra-Http-Headers': '{"X-Order":"7"}',
    };
    expect(read(given)?.result).toMatchObject({
      method: 'PUT',
      errorMethod: 'PATCH',
      eventsUrl: 'https://example.com/events',
      headers: { 'X-Order': '7' },
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['no URL for errors', { 'Gotenberg-Webhook-Error-Url': '' }, /At least one of/],
    [
      'a method that sends nothing',
      { 'Gotenberg-Webhook-Method': 'GET' },
      /expected 'POST', 'PATCH' or 'PUT'/,
    ],
    ['no URL', { 'Gotenberg-Webhook-Url': 'done' }, /Invalid 'Gotenberg-Webhook-Url'/],
    ['headers that are no JSON', { 'Gotenberg-Webhook-Extra-Http-Headers': 'x' }, /Extra-Http-Headers/],
    [
      'a header of the connection',
      { 'Gotenberg-Webhook-Extra-Http-Headers': '{"Host":"a"}' },
      /'Host' cannot/,
    ],
    ['a line break', { 'Gotenberg-Webhook-Extra-Http-Headers': String.raw`{"a":"b\r\nc: d"}` }, /'a' cannot/],
  ])('are rejected with %s', (_, headers, message) => {
    expect(() => read({ ...full, ...headers })).toThrow(message);
  });

  it.each(['http://example.com/', 'https://127.0.0.1/', 'https://user:name@example.com/'])(
    'are rejected with the URL %s',
    (url) => {
      for (const name of ['Url', 'Error-Url', 'Events-Url'])
        expect(() => read({ ...full, [`Gotenberg-Webhook-${name}`]: url })).toThrow(
          `Gotenberg-Webhook-${name}`,
        );
    },
  );

  it('may name hosts that the operator allows', () => {
    const allowed = AllowedHosts.parse('127.0.0.1:9000');
    expect(read({ ...full, 'Gotenberg-Webhook-Url': 'http://127.0.0.1:9000/' }, allowed)?.url).toContain(
      '9000',
    );
  });
});
