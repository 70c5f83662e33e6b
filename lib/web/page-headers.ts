import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomToken } from '#lib/core/crypto';

/** Addresses that are secrets themselves. */
const secretAddress = /^\/(?:share|join|hooks|webhooks)\//;

/** An address as a log may have it: without its query, and of one that is a secret no more than what it leads to. */
export function redactPath(address: string): string {
  const path = address.split('?', 1)[0] ?? '';
  return secretAddress.exec(path)?.[0] ?? path;
}

/**
 * Gives a page's answer its headers of protection, and the request the policy out of which Next.js reads the nonce
 * of its own scripts. Styles may stand inline: charts place their parts by style attributes.
 * @param secure whether the instance is reached by https
 * @param dev whether pages are rebuilt while they are served, which evaluates code in the browser
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { secure, dev }: { secure: boolean; dev: boolean },
): void {
  const policy = policyWith(randomToken(), dev);
  request.headers['content-security-policy'] = policy;
  delete request.headers['content-security-policy-report-only'];
  const isSecret = secretAddress.test(request.url ?? '/');
  const headers: Record<string, string> = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': isSecret ? 'no-referrer' : 'same-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isSecret ? { 'X-Robots-Tag': 'noindex, nofollow' } : {}),
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function policyWith(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
