import { describe, expect, it } from 'vitest';
import { requireTarget } from '#lib/conversions/deliveries/require-target.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';

const url = 'https://bucket.example/a.pdf';
const allowed = AllowedHosts.parse('10.0.0.1:9000');

describe('the URLs of a delivery', () => {
  it.each([
    [undefined, 1],
    [url, 1],
    [url, 5],
    [[url], 1],
    [[url, 'http://10.0.0.1:9000/b'], 2],
  ])('%j for %i results', (deliverTo, results) => {
    expect(() => requireTarget({ deliverTo, results }, allowed)).not.toThrow();
  });

  it.each([
    ['http://bucket.example/a.pdf', 1, 'url-not-allowed', 'deliverTo'],
    ['https://169.254.169.254/', 1, 'url-not-allowed', 'deliverTo'],
    ['https://u:p@bucket.example/', 1, 'url-not-allowed', 'deliverTo'],
    [[url, 'https://10.0.0.2/'], 2, 'url-not-allowed', 'deliverTo[1]'],
    [[url, url], 1, 'invalid-field', 'deliverTo'],
    [[url], 2, 'invalid-field', 'deliverTo'],
  ])('%j for %i results are rejected: %s', (deliverTo, results, code, field) => {
    let error: unknown;
    try {
      requireTarget({ deliverTo, results }, allowed);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code, errors: [{ field }] });
  });
});
