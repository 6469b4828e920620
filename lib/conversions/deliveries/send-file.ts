import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { putPublic } from '../../engines/egress/put-public.ts';
import type { Deliverable } from './deliverable.ts';

export interface SendLimits {
  /** Limit for the whole attempt. */
  milliseconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * Makes one attempt to send a file to a URL. Resolves with the status of the response. Rejects with an EgressDenied or
 * EgressFailed if there is none.
 */
export type SendFile = (url: string, file: Deliverable, limits: SendLimits) => Promise<number>;

/** Blob storage of Azure, in its public and national clouds, requires the type of a blob with its PUT. */
const azureBlobHost =
  /\.blob\.(?:storage\.azure\.net|core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn))$/;

/** The headers that a PUT to Azure needs besides those of other stores. */
export const blobTypeHeaders = ({ hostname }: URL): Record<string, string> =>
  azureBlobHost.test(hostname) ? { 'x-ms-blob-type': 'BlockBlob' } : {};

const maximumResponseBytes = 16 * 1024;

/** Sends files to public and allowed hosts by PUT. Does not follow redirects, because the client named the URL to call. */
export const sendFileTo =
  (allowed: AllowedHosts): SendFile =>
  async (url, { contentType, size, read }, { milliseconds, signal }) => {
    const { status } = await putPublic(url, {
      headers: {
        'content-type': contentType,
        'user-agent': 'File-Conversion-Service',
        ...blobTypeHeaders(new URL(url)),
      },
      body: read(),
      size,
      allowed,
      signal,
      timeoutMilliseconds: milliseconds,
      maximumResponseBytes,
    });
    return status;
  };
