import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { webhookUrlField } from '#lib/api/fields/webhook-url.ts';
import { requireAllowedUrl } from '#lib/webhooks/require-allowed-url.ts';

describe('the field webhookUrl', () => {
  it.each([
    [undefined, undefined],
    ['https://example.com', 'https://example.com/'],
    ['https://user.example/a?b=c#d', 'https://user.example/a?b=c#d'],
    ['http://10.0.0.1:8080/hook', 'http://10.0.0.1:8080/hook'],
    [`https://example.com/${'a'.repeat(2048 - 20)}`, `https://example.com/${'a'.repeat(2048 - 20)}`],
  ])('accepts %s', (text, url) => {
    expect(webhookUrlField.parse(text)).toBe(url);
  });

  it.each([
    ['', /absolute https URL/],
    ['example.com/hook', /absolute https URL/],
    ['https://', /absolute https URL/],
    [`https://example.com/${'a'.repeat(2048 - 19)}`, /at most 2048 characters/],
    ['ftp://example.com/', /must begin with https:\/\/, not ftp:/],
    ['javascript:alert(1)', /not javascript:/],
    ['file:///etc/passwd', /not file:/],
  ])('rejects %s', (text, message) => {
    const { error } = webhookUrlField.safeParse(text);
    expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
  });
});

describe('a webhook may call', () => {
  const rejection = (url: string, list = ''): string | undefined => {
    try {
      requireAllowedUrl(url, 'webhookUrl', AllowedHosts.parse(list));
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error).toMatchObject({ code: 'url-not-allowed', errors: [{ field: 'webhookUrl' }] });
      return error.errors[0]?.message;
    }
  };

  it.each([
    ['https://example.com/hook', ''],
    ['https://example.com:8443/hook', ''],
    ['https://8.8.8.8/', ''],
    // The addresses of a name are checked when it is called.
    ['https://localhost/', ''],
    ['http://intranet.example/', 'intranet.example'],
    ['http://INTRANET.example./', 'intranet.example'],
    ['http://intranet.example:81/', 'intranet.example:81'],
    ['http://intranet.example/', '10.0.0.0/8'],
    ['http://10.1.2.3/', '10.0.0.0/8'],
    ['https://10.1.2.3/', '10.0.0.0/8'],
    ['http://[fd00::5]:8080/', '[fd00::5]:8080'],
  ])('%s where "%s" is allowed', (url, list) => {
    expect(rejection(url, list)).toBeUndefined();
  });

  it.each([
    ['http://example.com/', '', /https/],
    ['http://8.8.8.8/', '', /https/],
    ['http://other.example/', 'intranet.example', /https/],
    ['http://intranet.example:82/', 'intranet.example:81', /https/],
    ['https://user:secret@example.com/', '', /no user name/],
    ['https://127.0.0.1/', '', /public address/],
    ['https://0x7f.1/', '', /public address/],
    ['https://[::1]/', '', /public address/],
    ['https://[::ffff:10.0.0.1]/', '', /public address/],
    ['http://169.254.169.254/latest/meta-data/', '', /public address/],
    ['https://10.1.2.4/', '10.1.2.3', /public address/],
    ['https://10.1.2.3:8443/', '10.1.2.3:8080', /public address/],
    ['https://example.com:25/', '', /port/],
    ['http://10.1.2.3:22/', '10.1.2.3', /port/],
  ])('not %s where "%s" is allowed', (url, list, message) => {
    expect(rejection(url, list)).toMatch(message);
  });
});
