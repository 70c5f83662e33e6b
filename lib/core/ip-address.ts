import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Returns the IP address of a client: the socket's, or the one the outermost trusted proxy appended to
 * X-Forwarded-For. Earlier entries can be forged by the client. If that proxy appended no IP address (such as
 * `unknown`), the nearest hop after it counts, at last the socket.
 * @param trustedProxies number of reverse proxies in front of this process, each appending its client's address
 * @returns an address without port and zone, IPv4 if it is mapped to IPv6; `unknown` if there is none
 */
export function getClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: number,
): string {
  const claimed = [forwardedFor ?? []].flat().join(',').split(',');
  const hops = [...claimed.map((hop) => hop.trim()).filter((hop) => hop !== ''), socketAddress ?? ''];
  const trusted = hops.slice(Math.max(0, hops.length - 1 - trustedProxies)).map(parseAddress);
  return trusted.find((address) => address !== undefined) ?? 'unknown';
}

/**
 * Returns the client address of a request whose X-Forwarded-For the web process has replaced with the result of
 * `getClientAddress`.
 */
export function readClientAddress(forwardedFor: string | string[] | null | undefined): string {
  return getClientAddress(undefined, forwardedFor ?? undefined, 1);
}

/**
 * Reads an IP address as proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:443`, `"[2001:db8::1]"`, `fe80::1%eth0`.
 * Returns undefined for any other text.
 */
function parseAddress(text: string): string | undefined {
  const unquoted = /^"(.*)"$/.exec(text)?.[1]?.trim() ?? text;
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(unquoted)?.[1];
  const withoutPort = bracketed ?? /^([\d.]+):\d+$/.exec(unquoted)?.[1] ?? unquoted;
  const address = unmap(withoutPort.split('%', 1)[0] ?? '');
  return isIP(address) && (bracketed === undefined || isIPv6(withoutPort)) ? address : undefined;
}

/**
 * Converts an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, `0:0:0:0:0:ffff:c000:201`) to IPv4. Returns other addresses
 * unchanged.
 */
function unmap(ipAddress: string): string {
  if (!isIPv6(ipAddress)) return ipAddress;
  const { hostname } = new URL(`http://[${ipAddress.split('%', 1)[0]}]`);
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return ipAddress;
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
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
