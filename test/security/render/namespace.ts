import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dnsAddress, freePorts, insideAddresses, publicAddresses } from './addresses.ts';

const unshare = ['--user', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--mount-proc'];

/** Why no namespaces can be made here; undefined if they can. */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces exist on Linux only';
  if (import.meta.dirname.startsWith('/tmp/')) return 'this checkout is in /tmp, which the suite covers';
  const trial = spawnSync('unshare', [...unshare, 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' });
  if (trial.error) return 'there is no unshare (util-linux)';
  return trial.status === 0
    ? undefined
    : `user and network namespaces cannot be made: ${trial.stderr.trim() || 'no ip (iproute2)'}`;
}

/**
 * Runs this process's script again, with other arguments, in namespaces of its own: network, mounts, processes. Needs no
 * privileges. A shell is the first process there, as something must wait for processes whose parents have died.
 *
 * @returns its exit code
 */
export async function runInNamespace(script: string, args: readonly string[]): Promise<number> {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', script, ...args];
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
  const child = spawn('unshare', [...unshare, '--kill-child', ...shell, ...command], { stdio: 'inherit' });
  // Everything in there ends with `unshare`.
  const end = (): unknown => child.kill('SIGKILL');
  process.once('SIGTERM', end).once('SIGINT', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Makes the network of this namespace: public and private addresses on interfaces of its own, and a resolver. */
export function layNetwork(folder: string): void {
  const family = (address: string): string[] => (address.includes(':') ? ['-6'] : ['-4']);
  const prefix = (address: string): string => (address.includes(':') ? '128' : '32');
  ip('link', 'set', 'lo', 'up');
  // WebRTC and multicast leave by an interface that is no loopback.
  ip('link', 'add', 'wan0', 'type', 'veth', 'peer', 'name', 'wan1');
  ip('link', 'set', 'wan0', 'up');
  ip('link', 'set', 'wan1', 'up');
  for (const address of publicAddresses) {
    ip(
      ...family(address),
      'address',
      'add',
      `${address}/${prefix(address)}`,
      'dev',
      'wan0',
      ...nodad(address),
    );
  }
  for (const address of insideAddresses) {
    ip(...family(address), 'address', 'add', `${address}/${prefix(address)}`, 'dev', 'lo', ...nodad(address));
  }
  ip('-4', 'route', 'add', 'default', 'dev', 'wan0');
  ip('-6', 'route', 'add', 'default', 'dev', 'wan0');
  writeFileSync('/proc/sys/net/ipv4/ip_local_port_range', `${freePorts.first} ${freePorts.last}`);
  // So few are soon used up, unless each is free again as soon as its connection has ended.
  writeFileSync('/proc/sys/net/ipv4/tcp_max_tw_buckets', '0');
  replaceFile(folder, '/etc/resolv.conf', `nameserver ${dnsAddress}\n`);
  replaceFile(folder, '/etc/nsswitch.conf', 'hosts: files dns\n');
  replaceFile(folder, '/etc/hosts', '127.0.0.1 localhost\n::1 localhost\n127.0.1.1 workstation\n');
}

const nodad = (address: string): string[] => (address.includes(':') ? ['nodad'] : []);

function ip(...args: string[]): void {
  run('ip', args);
}

function replaceFile(folder: string, path: string, text: string): void {
  const substitute = join(folder, path.replaceAll('/', '_'));
  writeFileSync(substitute, text);
  run('mount', ['--bind', substitute, path]);
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.trim()}`);
}
