import Link from 'next/link';
import { Notice } from '#components/ui/notice';
import type { ConnectionProblem } from './use-progress';

/** Explains why a page with live progress has stopped updating. */
export function ConnectionNotice({ problem }: { problem: ConnectionProblem | null }) {
  return (
    <div role="status" data-print="hide">
      {problem === null ? null : (
        <div className="pb-6">
          <Notice tone="notice">
            {problem === 'signed out'
              ? 'You’ve been signed out, so this page has stopped updating. Runs continue; sign in again to follow them.'
              : 'The server can’t be reached, so this page has stopped updating. Runs continue; updates resume automatically.'}
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Explains why no requests can be sent to the service. */
export function ServiceNotice({ state }: { state: 'refused' | 'unreachable' }) {
  return (
    <Notice tone="notice">
      {state === 'refused' ? (
        <>
          The service rejects the dashboard’s API key, so prompts can’t be sent. An admin can replace it under{' '}
          <Link href="/developers" className="font-medium text-accent underline">
            API & webhooks
          </Link>
          .
        </>
      ) : (
        'The service can’t be reached. Pending prompts are queued and will be sent automatically when it recovers. If this persists, contact your administrator.'
      )}
    </Notice>
  );
}
