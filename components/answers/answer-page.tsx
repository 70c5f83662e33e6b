'use client';

import { ExternalLink } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { WholeAnswer } from '#components/answers/facts';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';

const never = () => () => undefined;

/** The page as the engine showed it, in a frame that may run nothing and reach nothing of ours. */
export function AnswerPage({ page }: { page: WholeAnswer['page'] }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => null,
  );
  if (!page) {
    return (
      <Notice>
        The page was not kept for this answer. Runs keep it for the answers they ask for now, not for the
        past.
      </Notice>
    );
  }
  if (new Date(page.until).getTime() <= Date.now()) {
    return (
      <Notice>
        The page is gone: the service kept it until <Time at={page.until} />. The answer itself stays.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Kept until <Time at={page.until} />. Nothing in it can run.
      </p>
      {page.addresses.map((address, index) => (
        <div key={address} className="flex flex-col gap-2">
          {URL.parse(address)?.origin === origin ? (
            <iframe
              src={address}
              sandbox=""
              referrerPolicy="no-referrer"
              title={`The page as the engine showed it${page.addresses.length > 1 ? `, ${index + 1}` : ''}`}
              className="h-[60dvh] w-full rounded-lg border bg-[white]"
            />
          ) : (
            <p className="text-muted">It is kept by another service and opens in a window of its own.</p>
          )}
          <Button asChild size="small" className="self-start">
            <a href={address} target="_blank" rel="noreferrer noopener">
              <ExternalLink aria-hidden />
              Open page {page.addresses.length > 1 ? index + 1 : ''}
            </a>
          </Button>
        </div>
      ))}
    </div>
  );
}
