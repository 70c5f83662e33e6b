'use client';

import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { useAction } from '../../../use-action';
import { closeShare } from './actions';

export interface OpenLinksProps {
  projectId: string;
  shares: readonly {
    id: string;
    /** What it shows, in words. */
    view: string;
    createdAt: Date;
    expiresAt: Date | null;
    hasPassword: boolean;
  }[];
}

/** The links that open, each with a way to close it. */
export function OpenLinks({ projectId, shares }: OpenLinksProps) {
  const closing = useAction(closeShare);
  if (shares.length === 0) return null;
  return (
    <section aria-label="Open links" className="border-t pt-4">
      <h3 className="text-xs font-medium text-muted">Open links</h3>
      {closing.problem ? <Notice tone="danger">{closing.problem.message}</Notice> : null}
      <ul className="divide-y">
        {shares.map(({ id, view, createdAt, expiresAt, hasPassword }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <div className="min-w-0">
              <p className="truncate" title={view}>
                {view}
              </p>
              <p className="text-xs text-muted">
                Made <Time at={createdAt} />
                {expiresAt ? (
                  <>
                    , open until <Time at={expiresAt} />
                  </>
                ) : null}
                {hasPassword ? ', with a password' : ''}
              </p>
            </div>
            <Button
              kind="danger"
              size="small"
              disabled={closing.busy}
              onClick={() => closing.run(projectId, id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
