import { InputFault } from '../../base/input-fault.ts';
import { DownloadTooLarge, EgressDenied, EgressFailed } from './errors.ts';

/**
 * Converts an error of `downloadPublic` to the fault of an input that was named by URL: `url-not-allowed`,
 * `url-unreachable` (retryable for timeouts, connections that failed, and 5xx) or `file-too-large`. The text names the
 * host and never the rest of the URL, which may contain secrets.
 *
 * @returns undefined for any other error
 */
export function downloadFault(error: unknown): InputFault | undefined {
  if (error instanceof EgressDenied) {
    return new InputFault('url-not-allowed', cannot(error), { cause: error });
  }
  if (error instanceof EgressFailed) {
    const { retryable } = error;
    return new InputFault('url-unreachable', cannot(error), { cause: error, retryable });
  }
  if (error instanceof DownloadTooLarge) {
    return new InputFault('file-too-large', cannot(error), { cause: error });
  }
  return undefined;
}

const cannot = ({ message }: Error): string => `cannot be downloaded: ${message.replace(/\.$/, '')}`;
