import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '#lib/webhooks/signature.ts';

const secretOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString('base64')}`;
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('the signature of a webhook', () => {
  it('matches the example of the specification', () => {
    // The example of the libraries in all languages:
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries
    const headers = signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_999),
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is accepted by the public library, for any content and key', () => {
    fc.assert(
      fc.property(key, fc.json(), fc.uuid(), (bytes, body, id) => {
        const secret = secretOf(bytes);
        const headers = signatureHeaders(secret, { id, at: new Date(), body });
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('is rejected with another key, another body, or a later time', () => {
    fc.assert(
      fc.property(key, key, fc.json(), (bytes, other, body) => {
        fc.pre(Buffer.compare(bytes, other) !== 0);
        const secret = secretOf(bytes);
        const sign = (at: Date) => signatureHeaders(secret, { id: 'msg_1', at, body });
        const now = sign(new Date());
        expect(() => new Webhook(secretOf(other)).verify(body, now)).toThrow();
        expect(() => new Webhook(secret).verify(`${body} `, now)).toThrow();
        expect(() => new Webhook(secret).verify(body, sign(new Date(Date.now() - 600_000)))).toThrow();
      }),
    );
  });
});
