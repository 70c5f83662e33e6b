import { errorTable } from '#lib/core/errors';
import type { ActionResponse } from './test-app';

/** The outcome of a request. Any other outcome is described by its HTTP status. */
export type Outcome = 'allowed' | 'denied' | 'not found' | 'no session' | 'no organization';

/** Returns the outcome that a redirect to this target indicates; null if the target indicates none. */
function readRedirect(target: string): Outcome | null {
  if (target.includes('/sign-in')) return 'no session';
  return target.includes('/new-organization') ? 'no organization' : null;
}

const noMembershipMessage = 'You’re no longer a member of the organization that this page shows.';

/** Reads the outcome of a page or route handler. */
export function readPageOutcome(response: Response, text: string): Outcome | string {
  const { status } = response;
  // A page that has begun to stream sends its redirect in the document.
  const streamed = /http-equiv="refresh" content="\d+;url=([^"]+)"|NEXT_REDIRECT;\w+;([^;"]+)/.exec(text);
  if (text.includes(noMembershipMessage)) return 'no organization';
  const target = response.headers.get('location') ?? streamed?.[1] ?? streamed?.[2];
  if (target !== undefined) return readRedirect(target) ?? 'allowed';
  if (status === 403) return 'denied';
  if (status === 404) return 'not found';
  // The instance of these tests has no Chromium to print with.
  if (status === 503 && text.startsWith('CHROMIUM_PATH')) return 'allowed';
  if (status !== 200) return `status ${status}`;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  return isPage && text.includes('No access') ? 'denied' : 'allowed';
}

const deniedMessage = errorTable.INSUFFICIENT_PERMISSIONS.message;

/** Reads the outcome of a server action. An allowed one may still report that the input is invalid. */
export function readActionOutcome({ status, redirect, text }: ActionResponse): Outcome | string {
  if (redirect !== null) return readRedirect(redirect) ?? 'allowed';
  if (text.includes('You’ve been signed out')) return 'no session';
  if (text.includes(noMembershipMessage)) return 'no organization';
  if (text.includes(deniedMessage)) return 'denied';
  return status < 400 ? 'allowed' : `status ${status}`;
}
