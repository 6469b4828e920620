import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { downloadPublic, type Download, type DownloadOptions } from '#lib/engines/egress/download-public.ts';
import { startTcp } from './egress.ts';

/** Beginnings of responses. */
export const ok = 'HTTP/1.1 200 OK\r\n';
export const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
export const early = 'HTTP/1.1 103 Early Hints\r\n\r\n';

/** Small limits, and loopback as the only private host. */
export const options: DownloadOptions = {
  allowed: AllowedHosts.parse('127.0.0.1'),
  maximumBytes: 1_000,
  timeoutMilliseconds: 5_000,
  idleMilliseconds: 1_000,
};

/** Reads a download to its end. */
export async function contentOf(download: Download): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

/** Serves one response, byte by byte as given, and ends the connection. @returns the URL of a file */
export async function serving(response: string): Promise<string> {
  const port = await startTcp((socket) => {
    socket.once('data', () => socket.end(response, 'latin1'));
  });
  return `http://127.0.0.1:${port}/files/report.pdf`;
}

/** Downloads a file to its end. */
export const get = async (url: string, more: Partial<DownloadOptions> = {}): Promise<string> =>
  contentOf(await downloadPublic(url, { ...options, ...more }));
