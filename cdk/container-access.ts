import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { promisify } from 'node:util';

/** A container network, and the address by which its containers reach the loopback ports of this machine. */
export interface ContainerAccess {
  /** The name of the network. */
  network: string;
  /** The host name or address of this machine for containers, and on Linux for this machine too. */
  host: string;
  /** Whether servers on this machine can listen on `host`. */
  isLocalAddress: boolean;
}

const docker = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('docker', args)).stdout.trim();

export interface ContainerNetworkOptions {
  name: string;
  /** Whether its containers can reach only this machine. */
  internal?: boolean;
}

/**
 * Creates a container network. On Linux its gateway is an address of this machine. Docker Desktop runs its networks in
 * a virtual machine and resolves `host.docker.internal` to this machine.
 *
 * @throws Error when no Docker engine responds
 */
export async function createContainerNetwork({
  name: network,
  internal = false,
}: ContainerNetworkOptions): Promise<ContainerAccess> {
  await docker('info').catch((error: unknown) => {
    throw new Error('The Docker engine does not respond. Start it, and check that your user can access it.', {
      cause: error,
    });
  });
  const gatewayOf = () =>
    docker('network', 'inspect', network, '--format', '{{range .IPAM.Config}}{{.Gateway}} {{end}}');
  // A run that was killed leaves its network behind.
  const gateways = await gatewayOf().catch(async () => {
    await docker('network', 'create', ...(internal ? ['--internal'] : []), network);
    return gatewayOf();
  });
  const [gateway = ''] = gateways.split(/\s+/);
  return (await canListenOn(gateway))
    ? { network, host: gateway, isLocalAddress: true }
    : { network, host: 'host.docker.internal', isLocalAddress: false };
}

/** Ignores errors, such as a container that is still connected. The next run reuses the network. */
export async function removeContainerNetwork(network: string): Promise<void> {
  await docker('network', 'rm', network).catch(() => undefined);
}

/** Tries to listen, because the interfaces of this machine do not include networks without containers. */
const canListenOn = async (host: string): Promise<boolean> =>
  host !== '' &&
  (await freePort(host).then(
    () => true,
    () => false,
  ));

/**
 * Finds a free port of an address of this machine.
 *
 * @throws Error when `host` is not an address of this machine
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}

/** Listens on `port` of an address of this machine and forwards connections to the same port on loopback. */
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
