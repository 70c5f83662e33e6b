import { describe, expect, it } from 'vitest';
import { hasNonPublicHost, isAllowedHost, isPublicAddress } from '#lib/core/http-client';

/** Addresses of every special-purpose range of the IANA registries, and of multicast and reserved ranges. */
const nonPublicAddresses = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.0', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.9', '192.0.0.170', '192.0.0.255'],
  ...['192.0.2.0', '192.0.2.255', '192.31.196.0', '192.31.196.255', '192.52.193.0', '192.52.193.255'],
  ...['192.88.99.0', '192.88.99.255', '192.168.0.0', '192.168.255.255', '192.175.48.0', '192.175.48.255'],
  ...['198.18.0.0', '198.19.255.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ...['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.254', '255.255.255.255', '168.63.129.16'],
  ...[
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:0a00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
  ],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::',
    '100::ffff',
    '100:0:0:1::1',
  ],
  ...[
    '2001::',
    '2001:0:7f00:1::',
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
  ],
  ...[
    '2001:30::1',
    '2001:1ff:ffff::',
    '2001:db8::',
    '2001:db8:ffff::1',
    '2002::',
    '2002:7f00:1::',
    '2002:0808:0808::1',
  ],
  ...[
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
  ],
  ...['fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff00::', 'ff02::1', 'ffff::1', '2606:4700::1%1'],
];

const publicAddresses = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255'],
  ...[
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ],
  ...[
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7::1',
    '2003::1',
    '2606:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
  ],
];

describe('public addresses', () => {
  it.each(nonPublicAddresses)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(['', 'localhost', '1.1.1', '0x7f.1', '1.1.1.1.', '[::1]', '999.1.1.1'])(
    '%j is not an IP address',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe('hosts in different notations', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0x7F.1/',
    'http://127.0.0.1./',
    'http://127.1./',
    'http://0/',
    'http://0.0.0.0:80/',
    'http://3232235521/',
    'http://0xA9FEA9FE/',
    'http://169.254.169.254/latest/meta-data',
    'http://%31%32%37.0.0.1/',
    'http://１２７.０.０.１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://user:word@127.0.0.1/',
    'http://example.com@127.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://api.localhost/',
  ])('%s is not public', (url) => {
    expect(hasNonPublicHost(new URL(url))).toBe(true);
  });

  it.each([
    'http://example.com/',
    'https://8.8.8.8/',
    'http://134744072/',
    'https://[2606:4700::1111]/',
    'http://xn--bcher-kva.example/',
    'http://localhost.example/',
  ])('%s may be public', (url) => {
    expect(hasNonPublicHost(new URL(url))).toBe(false);
  });
});

describe('list of allowed hosts', () => {
  it.each<[string, string, boolean]>([
    ['http://hooks.internal:3000/', 'hooks.internal:3000', true],
    ['http://hooks.internal:3001/', 'hooks.internal:3000', false],
    ['http://HOOKS.internal/', ' x , Hooks.Internal ', true],
    ['http://hooks.internal:9/', 'hooks.internal', true],
    ['http://hooks.internal/', 'hooks.internal:80', true],
    ['https://hooks.internal/', 'hooks.internal:443', true],
    ['https://hooks.internal/', 'hooks.internal:80', false],
    ['http://a.hooks.internal/', 'hooks.internal', false],
    ['http://127.0.0.1:4000/', '127.0.0.1:4000', true],
    ['http://2130706433:4000/', '127.0.0.1:4000', true],
    ['http://[::1]:4000/', '[::1]:4000', true],
    ['http://[::1]:4000/', '::1', true],
    ['http://[::1]:4001/', '[::1]:4000', false],
    ['http://127.0.0.1/', '', false],
    ['http://127.0.0.1/', ',,', false],
  ])('%s with the allowed hosts %j: %s', (url, allowed, expected) => {
    expect(isAllowedHost(new URL(url), allowed)).toBe(expected);
  });
});
