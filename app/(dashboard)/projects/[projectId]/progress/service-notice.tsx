import Link from 'next/link';
import { Notice } from '#components/ui/notice';

/** Explains why no requests can be sent to the service. */
export function ServiceNotice({ state }: { state: 'rejected' | 'unreachable' }) {
  return (
    <Notice tone="notice">
      {state === 'rejected' ? (
        <>
          Answerscope’s API rejects the dashboard’s API key, so prompts can’t be sent. An admin can replace it
          under{' '}
          <Link href="/developers" className="font-medium text-accent underline">
            API & webhooks
          </Link>
          .
        </>
      ) : (
        'Answerscope’s API can’t be reached. Pending prompts are queued and will be sent automatically when it recovers. If this persists, contact the operator of this Answerscope instance.'
      )}
    </Notice>
  );
}
