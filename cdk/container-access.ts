import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { promisify } from 'node:util';

/** A network of containers, and how they reach ports of this machine's loopback address. */
export interface ContainerAccess {
  /** The name of the network. */
  network: string;
  /** The name or address that leads here from containers, and on Linux from this machine too. */
  host: string;
  /** Whether `host` is an address of this machine that servers can listen on. */
  isLocalAddress: boolean;
}

const docker = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('docker', args)).stdout.trim();

export interface ContainerNetworkOptions {
  name: string;
  /** Whether containers reach nothing but this machine by it. */
  internal?: boolean;
}

/**
 * Makes a network for containers. On Linux its gateway is an address of this machine. Docker Desktop has its networks in a
 * virtual machine, and a name that leads from there to the loopback address.
 *
 * @throws Error saying that no engine answers
 */
export async function createContainerNetwork({
  name: network,
  internal = false,
}: ContainerNetworkOptions): Promise<ContainerAccess> {
  await docker('info').catch((error: unknown) => {
    throw new Error('This needs a Docker engine that runs and that your user may reach.', {
      cause: error,
    });
  });
  const gatewayOf = () =>
    docker('network', 'inspect', network, '--format', '{{range .IPAM.Config}}{{.Gateway}} {{end}}');
  // It may be left from a run that was killed.
  const gateways = await gatewayOf().catch(async () => {
    await docker('network', 'create', ...(internal ? ['--internal'] : []), network);
    return gatewayOf();
  });
  const [gateway = ''] = gateways.split(/\s+/);
  return (await canListenOn(gateway))
    ? { network, host: gateway, isLocalAddress: true }
    : { network, host: 'host.docker.internal', isLocalAddress: false };
}

/** Fails in silence where a container is still in it: the next run takes it as it is. */
export async function removeContainerNetwork(network: string): Promise<void> {
  await docker('network', 'rm', network).catch(() => undefined);
}

/** Asked by trying: the list of this machine's addresses leaves out those of a network without containers. */
const canListenOn = async (host: string): Promise<boolean> =>
  host !== '' &&
  (await freePort(host).then(
    () => true,
    () => false,
  ));

/**
 * A port of an address of this machine that nobody listens on.
 *
 * @throws Error if it is not an address of this machine
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}

/** Opens `port` of an address of this machine and carries what comes to the same port of the loopback address. */
export async function forwardToLoopback(host: string, port: number): Promise<Server> {
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
