import { startHttp, startProxy } from './egress.ts';

/** A proxy with one allowed server that counts the requests it receives. */
export async function startCounting(): Promise<{
  port: number;
  url: string;
  host: string;
  requests: string[];
  rejected: string[];
}> {
  const requests: string[] = [];
  const server = await startHttp((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.end('reached');
  });
  const { port, rejected } = await startProxy({ allow: `127.0.0.1:${server}` });
  const host = `127.0.0.1:${server}`;
  return { port, url: `http://${host}/`, host, requests, rejected };
}
