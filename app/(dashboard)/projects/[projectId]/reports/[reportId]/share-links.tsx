'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { formatItems, formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { Share } from '#lib/dashboard/shares/shares';
import { pauseShareAction, resumeShareAction, revokeShareAction } from '../actions';
import { EditShareDialog } from './edit-share-dialog';

interface ShareLinksProps {
  projectId: string;
  shares: readonly Share[];
  onRevoke: (shareId: string) => void;
}

/** The links to a report, with their views. */
export function ShareLinks({ projectId, shares, onRevoke }: ShareLinksProps) {
  if (shares.length === 0) return null;
  return (
    <section aria-label="Links" className="border-t pt-4">
      <h3 className="text-xs font-medium text-muted">Links</h3>
      <ul className="divide-y">
        {shares.map((share) => (
          <ShareLink key={share.id} projectId={projectId} share={share} onRevoke={onRevoke} />
        ))}
      </ul>
    </section>
  );
}

function ShareLink({
  projectId,
  share,
  onRevoke,
}: Pick<ShareLinksProps, 'projectId' | 'onRevoke'> & { share: Share }) {
  const { id, label, createdAt, expiresAt, pausedAt, firstViewedAt, lastViewedAt } = share;
  const revoking = useAction(revokeShareAction, () => onRevoke(id));
  const pausing = useAction(pauseShareAction);
  const resuming = useAction(resumeShareAction);
  const input = { projectId, shareId: id };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {label || (
            <span>
              Link from <Time at={createdAt} />
            </span>
          )}
          {pausedAt ? <Chip>Paused</Chip> : null}
        </p>
        <p className="text-xs text-muted">
          Created <Time at={createdAt} />
          {expiresAt ? (
            <>
              , expires <Time at={expiresAt} />
            </>
          ) : null}
          {describeOptions(share)}
        </p>
        <p className="text-xs text-muted">
          {firstViewedAt && lastViewedAt ? (
            <>
              {formatPlural(share.viewCount, 'view')}, first <Time at={firstViewedAt} />, last{' '}
              <Time at={lastViewedAt} />
            </>
          ) : (
            'Not viewed yet'
          )}
        </p>
        <ErrorNotice problem={revoking.problem ?? pausing.problem ?? resuming.problem} />
      </div>
      <div className="flex gap-1">
        <EditShareDialog projectId={projectId} share={share} />
        {pausedAt ? (
          <Button size="small" busy={resuming.busy} onClick={() => resuming.run(input)}>
            Resume
          </Button>
        ) : (
          <Button size="small" busy={pausing.busy} onClick={() => pausing.run(input)}>
            Pause
          </Button>
        )}
        <ConfirmButton
          label="Revoke"
          title="Revoke this link?"
          confirmLabel="Revoke link"
          busy={revoking.busy}
          onConfirm={() => revoking.run(input)}
        >
          It stops working immediately and can’t be restored. Other links to this report keep working.
        </ConfirmButton>
      </div>
    </li>
  );
}

const messages = defineMessages({
  embedded: 'can be embedded by {origins}',
  options: '; {options}',
});

function describeOptions(share: Share): string {
  const { hasPassword, isOneTime, openedAt, showsNotes, allowsDownloads, embedOrigins } = share;
  const options = [
    ...(hasPassword ? ['with a password'] : []),
    ...(isOneTime ? [openedAt ? 'one-time (opened)' : 'one-time (not opened yet)'] : []),
    ...(showsNotes ? ['shows notes and experiments'] : []),
    ...(allowsDownloads ? ['allows downloads'] : []),
    ...(embedOrigins.length > 0 ? [messages.embedded({ origins: formatList(embedOrigins) })] : []),
  ];
  return options.length > 0 ? messages.options({ options: formatItems(options) }) : '';
}
