import { describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';

const list = AllowedHosts.parse(
  'intranet.example, Printer.Example.:631,10.0.0.5 ,10.0.0.6:8080,[fd00::5]:8080,fd00::6,[fd00::7],10.1.0.0/16,fd12:3456::/32',
);

describe('ALLOWED_PRIVATE_HOSTS', () => {
  it.each([
    ['intranet.example', 80, '10.9.9.9'],
    ['intranet.example', 4433, 'fd00::99'],
    ['printer.example', 631, '192.168.1.9'],
    ['10.0.0.5', 80, '10.0.0.5'],
    ['10.0.0.5', 9999, '10.0.0.5'],
    ['names.example', 9999, '10.0.0.5'],
    ['10.0.0.6', 8080, '10.0.0.6'],
    ['names.example', 8080, '10.0.0.6'],
    ['fd00::5', 8080, 'fd00::5'],
    ['fd00::6', 1234, 'fd00:0:0::6'],
    ['fd00::7', 1234, 'fd00::7'],
    ['10.1.255.255', 443, '10.1.255.255'],
    ['names.example', 443, '10.1.0.0'],
    ['fd12:3456:ffff::1', 443, 'fd12:3456:ffff::1'],
  ])('permits %s, port %i, at %s', (host, port, address) => {
    expect(list.permits(host, port, address)).toBe(true);
  });

  it.each([
    ['other.example', 80, '10.9.9.9'],
    ['sub.intranet.example', 80, '10.9.9.9'],
    ['intranet.example.evil.example', 80, '10.9.9.9'],
    ['printer.example', 632, '192.168.1.9'],
    ['10.0.0.6', 80, '10.0.0.6'],
    ['fd00::5', 80, 'fd00::5'],
    ['10.0.0.4', 80, '10.0.0.4'],
    ['10.2.0.0', 80, '10.2.0.0'],
    ['fd12:3457::1', 80, 'fd12:3457::1'],
    ['::ffff:a00:5', 80, '::ffff:a00:5'],
    ['10.0.0.5', 80, 'fe80::1%eth0'],
    ['intranet.example', 80, 'not an address'],
  ])('does not permit %s, port %i, at %s', (host, port, address) => {
    expect(list.permits(host, port, address)).toBe(false);
  });

  it.each(['', ' ', '\n'])('permits nothing when it is %j', (text) => {
    expect(AllowedHosts.parse(text).permits('127.0.0.1', 80, '127.0.0.1')).toBe(false);
  });

  it.each([
    ['a,,b', "'' is not valid: an item is empty"],
    ['a,', 'an item is empty'],
    ['10.0.0.5/8', "'10.0.0.5/8' is not valid: a range is written as"],
    ['10.0.0.0/33', 'a range is written as'],
    ['[fd00::]/8', 'a range is written as'],
    ['http://a', 'a range is written as'],
    ['a:0', 'a port is a number from 1 to 65535'],
    ['a:65536', 'a port is a number'],
    ['a:http', 'a port is a number'],
    ['a:', 'a port is a number'],
    ['10.0.0.0/8:80', 'a range is written as'],
    ['fd00::5:8080:x', 'write a host name'],
    ['*.example', 'write a host name'],
    ['*', 'write a host name'],
    ['a b', 'write a host name'],
    ['u@a', 'write a host name'],
    ['[::1', 'write a host name'],
    ['fe80::1%eth0', 'write a host name'],
    ['010.0.0.1', 'write the address as 8.0.0.1'],
    ['0x7f.1:80', 'write the address as 127.0.0.1'],
    ['2130706433', 'write the address as 127.0.0.1'],
  ])('rejects %j with the message: %s', (text, message) => {
    expect(() => AllowedHosts.parse(text)).toThrow(message);
    expect(() => AllowedHosts.parse(text)).toThrow('ALLOWED_PRIVATE_HOSTS: ');
  });
});
