import Link from 'next/link';
import { Notice } from '#components/ui/notice';

/** Why what is shown no longer follows the server. */
export type Lost = 'unreachable' | 'signed out' | null;

/** What an answer of the server, or none at all, says of the connection; null where it is there. */
export function lostBy(response: Response | null): Lost {
  if (response?.redirected || response?.status === 401) return 'signed out';
  return response?.ok ? null : 'unreachable';
}

/** That figures stand still, said where work is watched; the work itself does not need the page. */
export function ConnectionLost({ lost }: { lost: Lost }) {
  return (
    <div role="status" data-print="hide">
      {lost === null ? null : (
        <div className="pb-6">
          <Notice tone="notice">
            {lost === 'signed out'
              ? 'You are signed out, so this page stands still. Runs go on; sign in again to watch them.'
              : 'The server cannot be reached, so this page stands still. Runs go on, and it follows again by itself.'}
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Why nothing can be sent to the service now, and what to do. */
export function ServiceNotice({ state }: { state: 'refused' | 'unreachable' }) {
  return (
    <Notice tone="notice">
      {state === 'refused' ? (
        <>
          The service refuses the dashboard’s own key, so nothing can be asked. An admin can give it a new one
          under{' '}
          <Link href="/developers" className="font-medium text-accent underline">
            Developers
          </Link>
          .
        </>
      ) : (
        'The service cannot be reached just now. What is to be asked waits, and is sent by itself once it answers; if it stays so, tell the operator.'
      )}
    </Notice>
  );
}
