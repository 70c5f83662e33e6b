import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Returns the IP address of a client: the socket's, or the one the outermost trusted proxy appended to
 * X-Forwarded-For. Earlier entries can be forged by the client.
 * @param trustedProxies number of reverse proxies in front of this process, each appending its client's address
 */
export function getClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: number,
): string {
  const claimed = [forwardedFor ?? []].flat().join(',').split(',');
  const hops = [...claimed.map((hop) => hop.trim()).filter((hop) => hop !== ''), socketAddress ?? 'unknown'];
  return unmap(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? 'unknown');
}

/** Converts an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) to IPv4. Returns other addresses unchanged. */
function unmap(ipAddress: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1] ?? ipAddress;
}

/**
 * Returns the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, because a single
 * client can use all of its addresses. Returns any other text unchanged.
 */
export function toNetwork(ipAddress: string): string {
  const address = unmap(ipAddress.split('%', 1)[0] ?? '');
  if (!isIPv6(address)) return isIP(address) ? address : ipAddress;
  const [before = '', after] = address.toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = after === undefined ? head : [...head, ...zeros, ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Returns whether a text is an IP address, or a network such as `192.0.2.0/24` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Returns whether an IP address is in one of the networks (see `isNetwork`). */
export function isInNetworks(ipAddress: string, networks: readonly string[]): boolean {
  const address = unmap(ipAddress.split('%', 1)[0] ?? '');
  const version = isIP(address);
  if (version === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
