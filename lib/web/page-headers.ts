import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomToken } from '#lib/core/crypto';
import { recentChangeCookie } from '#lib/dashboard/session/session';
import { hasSecretPath } from '#lib/web/redact-urls';

/**
 * Sets a page's security headers. Also sets the policy as a header of the request, where Next.js reads the nonce of its scripts.
 * Inline styles are allowed because charts position their parts with style attributes.
 * @param isDevelopment whether pages reload on change; their scripts then use `eval`
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { isDevelopment }: { isDevelopment: boolean },
): void {
  const policy = buildPolicy(randomToken(), isDevelopment);
  request.headers['content-security-policy'] = policy;
  delete request.headers['content-security-policy-report-only'];
  const isSecret = hasSecretPath(request.url ?? '/');
  const headers: Record<string, string> = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': isSecret ? 'no-referrer' : 'same-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isSecret ? { 'X-Robots-Tag': 'noindex, nofollow' } : {}),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/**
 * Sets a cookie after a request that may change data. Until it expires, the pages of this browser show the current data.
 * @param seconds the age that data on pages can have otherwise
 */
export function setRecentChangeCookie(
  { method }: IncomingMessage,
  response: ServerResponse,
  { isSecure, seconds }: { isSecure: boolean; seconds: number },
): void {
  if (method === 'GET' || method === 'HEAD') return;
  const attributes = `Path=/; Max-Age=${Math.ceil(seconds)}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const prefix = isSecure ? '__Host-' : '';
  response.appendHeader('Set-Cookie', `${prefix}${recentChangeCookie}=1; ${attributes}`);
}

const sharePath = /^\/share\/([\w-]+)(?:[/?#]|$)/;

/** Returns the token of a share link in a URL; undefined for other pages. */
export function getShareToken(url: string): string | undefined {
  return sharePath.exec(url)?.[1];
}

/** Lets pages of these origins embed the response in a frame, which `setSecurityHeaders` forbids. */
export function allowEmbedding(response: ServerResponse, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  );
  response.removeHeader('X-Frame-Options');
}

function buildPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
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
