'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { Dialog } from '#components/ui/dialog';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { useAction } from '../../../use-action';
import { closeShare, share } from './actions';

interface ShareDialogProps {
  projectId: string;
  /** The filters of the present view, as a query string; a link is bound to them. */
  filters: string;
  /** The same in words. */
  view: string;
  shares: readonly { id: string; view: string; createdAt: Date }[];
}

/** Read-only links to this view: make one, copy it once, close those that are open. */
export function ShareDialog({ projectId, filters, view, shares }: ShareDialogProps) {
  const [made, setMade] = useState<string>();
  const creating = useAction(share, ({ path }) => setMade(`${window.location.origin}${path}`));
  const closing = useAction(closeShare);
  const problem = creating.problem ?? closing.problem;
  return (
    <Dialog
      title="Share this view"
      description="Whoever has the link sees these figures without signing in, cannot change the filters, and sees nothing else."
      onOpenChange={(open) => {
        if (!open) setMade(undefined);
      }}
      trigger={
        <Button data-print="hide">
          <Share2 aria-hidden />
          Share
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        {made ? (
          <CopySecret label="Link" value={made} note="It is shown only now. Copy it before you close this." />
        ) : (
          <div className="flex items-center justify-between gap-4">
            <p className="text-muted">{view}</p>
            <Button kind="primary" busy={creating.busy} onClick={() => creating.run(projectId, filters)}>
              Create link
            </Button>
          </div>
        )}
        {shares.length > 0 ? (
          <section aria-label="Open links" className="border-t pt-4">
            <h3 className="text-xs font-medium text-muted">Open links</h3>
            <ul className="divide-y">
              {shares.map(({ id, view: bound, createdAt }) => (
                <li key={id} className="flex items-center justify-between gap-4 py-2">
                  <div className="min-w-0">
                    <p className="truncate">{bound}</p>
                    <p className="text-xs text-muted">
                      Made <Time at={createdAt} />
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
        ) : null}
      </div>
    </Dialog>
  );
}
