import { BlockList, isIP } from 'node:net';
import { splitList } from '#lib/core/text';

/** IANA IPv4 special-purpose registry, multicast, reserved space, and the address of Azure's platform services. */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * IANA IPv6 special-purpose registry inside 2000::/3. Everything outside 2000::/3 is blocked:
 * loopback, mapped (::ffff:), NAT64 (64:ff9b:), unique local, link local, multicast, segment routing.
 */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const blocked4 = new BlockList();
for (const [net, prefix] of special4) blocked4.addSubnet(net, prefix, 'ipv4');
const blocked6 = new BlockList();
for (const [net, prefix] of special6) blocked6.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an IP address, as written by the resolver or `URL`, is public. Addresses that contain another one
 * (mapped, 6to4, NAT64, Teredo) never are.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address, 'ipv4');
  if (family === 6) return global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
  return false;
}

/** Returns the host of a URL in lower case, without IPv6 brackets and trailing dot. */
function getHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/**
 * Returns whether a URL's host is visibly not public: `localhost` or a non-public IP address in any notation that
 * `URL` understands (decimal, octal, hexadecimal, short, mapped). A name may still resolve to such an address, which
 * is checked when connecting.
 */
export function hasNonPublicHost(url: URL): boolean {
  const host = getHost(url);
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/**
 * Returns whether a comma-separated `host[:port]` list contains the URL's host and port. An entry without a port
 * allows all ports; IPv6 addresses with a port need brackets.
 */
export function isAllowedHost(url: URL, allowed: string): boolean {
  const host = getHost(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return splitList(allowed.toLowerCase()).some((entry) => {
    if (entry.replace(/^\[|\]$/g, '') === host) return true;
    const colon = entry.lastIndexOf(':');
    return entry.slice(0, colon).replace(/^\[|\]$/g, '') === host && entry.slice(colon + 1) === port;
  });
}
