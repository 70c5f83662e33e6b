import { getSafeRedirectPath } from '#app/session.ts';
import { shownOrganizationHeader } from '#components/layout/shown-organization';

/**
 * Opens the page `to`. If a page of the dashboard requests this URL with `fetch`, the response is not what it expects:
 * Next.js then loads the URL as a document, and polling fails.
 */
export function GET(request: Request): Response {
  const to = new URL(request.url).searchParams.get('to') ?? undefined;
  const headers = { 'Cache-Control': 'no-store' };
  if (!request.headers.has(shownOrganizationHeader)) {
    return new Response(null, { status: 307, headers: { ...headers, Location: getSafeRedirectPath(to) } });
  }
  const status = request.headers.has('rsc') ? 200 : 409;
  return new Response('Your current organization has changed. Reload the page.\n', { status, headers });
}
