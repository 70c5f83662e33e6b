import { expect, test } from 'vitest';
import { getClientAddress, isInNetworks, readClientAddress, toNetwork } from '#lib/core/ip-address';

const proxy = '10.0.0.1';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['"192.0.2.1:4711"', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
])('reads %s, which a trusted proxy appended, as the client address %s', (hop, address) => {
  expect(getClientAddress(proxy, `203.0.113.9, ${hop}`, 1)).toBe(address);
  expect(getClientAddress(hop, '203.0.113.9', 0)).toBe(address);
  // The second time, as the web process passes it on.
  expect(readClientAddress(getClientAddress(proxy, hop, 1))).toBe(address);
});

test.each([
  'unknown',
  '_hidden',
  '192.0.2.1:',
  '192.0.2.1:x',
  '192.0.2.999',
  '[192.0.2.1]',
  '[2001:db8::1',
  '2001:db8::1]:443',
  '[2001:db8::1]x',
  '"192.0.2.1',
  '192.0.2.1 OR 1=1',
  '%eth0',
  'localhost',
])('counts the proxy instead of %s, which is no address', (hop) => {
  expect(getClientAddress(proxy, `203.0.113.9, ${hop}`, 1)).toBe(proxy);
  expect(getClientAddress('10.0.0.2', `203.0.113.9, ${hop}, ${proxy}`, 2)).toBe(proxy);
  expect(readClientAddress(hop)).toBe('unknown');
});

test('a port changes neither the network that is limited nor whether an API key allows the address', () => {
  for (const port of [1, 4711, 65_535]) {
    expect(toNetwork(getClientAddress(proxy, `192.0.2.1:${port}`, 1))).toBe('192.0.2.1');
    expect(toNetwork(getClientAddress(proxy, `[2001:db8:1:2::${port.toString(16)}]:${port}`, 1))).toBe(
      '2001:db8:1:2::/64',
    );
    expect(isInNetworks(getClientAddress(proxy, `192.0.2.1:${port}`, 1), ['192.0.2.0/24'])).toBe(true);
  }
});

test('has no address without a socket and a header', () => {
  expect(getClientAddress(undefined, undefined, 0)).toBe('unknown');
  expect(readClientAddress(null)).toBe('unknown');
});
