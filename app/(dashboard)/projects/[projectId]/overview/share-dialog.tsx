'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#components/overlays/dialog';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { ErrorNotice, LoadFailed, Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { useAction } from '../../../use-action';
import { createShareAction, revokeShareAction } from '../actions';
import type { ShareFormProps } from './share-form';

const ShareForm = loadOnFirstInteraction(async () => (await import('./share-form')).ShareForm, LoadFailed);

type ShareDialogProps = ShareLinksProps & Pick<ShareFormProps, 'options'>;

/** Dialog that creates, copies and revokes read-only links to this view. */
export function ShareDialog({ projectId, shares, options }: ShareDialogProps) {
  const [link, setLink] = useState<string>();
  const creating = useAction(createShareAction, ({ token }) =>
    setLink(`${window.location.origin}/share/${token}`),
  );
  const { problem } = creating;
  return (
    <Dialog
      title="Share view"
      description="Anyone with the link can see this view without signing in. They can’t change its filters or see anything else."
      onOpenChange={(open) => {
        if (!open) setLink(undefined);
      }}
      trigger={
        <Button Icon={Share2} data-print="hide">
          Share
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {problem && problem.fields.length === 0 ? <Notice tone="danger">{problem.message}</Notice> : null}
        {link ? (
          <CopySecret
            label="Link"
            value={link}
            note="It’s shown only once. Copy it before you close this dialog."
          />
        ) : (
          <ShareForm
            options={options}
            busy={creating.busy}
            problem={problem}
            onCreate={(share) => creating.run({ projectId, ...share })}
          />
        )}
        <ShareLinks projectId={projectId} shares={shares} />
      </div>
    </Dialog>
  );
}

export interface ShareLinksProps {
  projectId: string;
  shares: readonly {
    id: string;
    filtersDescription: string;
    createdAt: Date;
    expiresAt: Date | null;
    hasPassword: boolean;
  }[];
}

function ShareLinks({ projectId, shares }: ShareLinksProps) {
  const revoking = useAction(revokeShareAction);
  if (shares.length === 0) return null;
  return (
    <section aria-label="Active links" className="border-t pt-4">
      <h3 className="text-xs font-medium text-muted">Active links</h3>
      <ErrorNotice problem={revoking.problem} />
      <ul className="divide-y">
        {shares.map(({ id, filtersDescription, createdAt, expiresAt, hasPassword }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <div className="min-w-0">
              <p className="truncate" title={filtersDescription}>
                {filtersDescription}
              </p>
              <p className="text-xs text-muted">
                Created <Time at={createdAt} />
                {expiresAt ? (
                  <>
                    , expires <Time at={expiresAt} />
                  </>
                ) : null}
                {hasPassword ? ', password-protected' : ''}
              </p>
            </div>
            <Button
              kind="danger"
              size="small"
              disabled={revoking.busy}
              onClick={() => revoking.run({ projectId, shareId: id })}
            >
              Revoke link
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
