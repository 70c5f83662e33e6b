import Link from 'next/link';
import { Notice } from '#components/ui/notice';

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
