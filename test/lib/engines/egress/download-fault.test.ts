import { describe, expect, it } from 'vitest';
import { problemOf } from '#lib/api/problem.ts';
import { downloadFault } from '#lib/engines/egress/download-fault.ts';
import {
  DownloadTooLarge,
  EgressDenied,
  EgressFailed,
  EgressUnresolved,
  UnusableResponse,
} from '#lib/engines/egress/errors.ts';

const context = { requestId: 'r', baseUrl: 'https://api.example' };

describe('the fault of a download', () => {
  it.each([
    [new EgressDenied('a.example', 'address'), 400, 'url-not-allowed', false],
    [new EgressFailed('a.example', 'timeout'), 400, 'url-unreachable', true],
    [new EgressFailed('a.example', 'unreachable'), 400, 'url-unreachable', true],
    [new EgressUnresolved('a.example'), 400, 'url-unreachable', true],
    [new EgressFailed('a.example', 'protocol'), 400, 'url-unreachable', false],
    [new UnusableResponse('a.example', 'returned status 404 Not Found'), 400, 'url-unreachable', false],
    [new UnusableResponse('a.example', 'returned status 503', true), 400, 'url-unreachable', true],
    [new DownloadTooLarge('a.example', 1_000), 413, 'file-too-large', false],
  ])('%s', (error, status, code, retryable) => {
    const fault = downloadFault(error);
    const problem = fault && problemOf(fault.inField('files[1]'), context);
    expect(problem).toMatchObject({ status, code, retryable });
    expect(problem?.detail).toBe(`files[1]: cannot be downloaded: ${error.message}`);
    expect(fault?.about('The document').message).toBe(`The document cannot be downloaded: ${error.message}`);
  });

  it('is undefined for other errors', () => {
    expect(downloadFault(new Error('a bug'))).toBeUndefined();
  });
});
