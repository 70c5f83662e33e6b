/**
 * The network address a request comes from: the socket's own, or, behind reverse proxies, the one that the outermost
 * of them wrote. What stands before it in X-Forwarded-For is only what the visitor claims.
 * @param trustedProxies how many reverse proxies stand before this process, each adding the address it was called from
 */
export function visitorAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: number,
): string {
  const claimed = [forwardedFor ?? []].flat().join(',').split(',');
  const hops = [...claimed.map((hop) => hop.trim()).filter((hop) => hop !== ''), socketAddress ?? 'unknown'];
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? 'unknown';
}
