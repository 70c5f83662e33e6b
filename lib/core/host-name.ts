/**
 * Returns the host of an authority such as a Host header, without its port, as browsers normalize it: in lower case,
 * without a trailing dot, IPv6 addresses in brackets. Returns undefined if the text is no authority.
 */
export function parseHost(authority: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(authority)) return undefined;
  return URL.parse(`http://${authority}`)?.hostname.replace(/\.$/, '') || undefined;
}

/** Returns whether a text is a host without a port, such as `answers.internal`, `10.0.0.5` or `[::1]`. */
export function isHostName(text: string): boolean {
  return parseHost(text) !== undefined && (/^\[[^\]]+\]$/.test(text) || !text.includes(':'));
}

/** Returns whether a host is below the reserved domain `.example` (RFC 2606), as all pages of the sandbox are: it has no page. */
export function isExampleHost(host: string): boolean {
  return host === 'example' || host.endsWith('.example');
}
