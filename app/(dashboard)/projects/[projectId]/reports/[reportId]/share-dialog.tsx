'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#components/overlays/dialog';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { useUrlQuery } from '#components/ui/links';
import { LoadFailed } from '#components/ui/notice';
import type { Share } from '#lib/dashboard/shares/shares';

const ShareForm = loadOnFirstInteraction(async () => (await import('./share-form')).ShareForm, LoadFailed);
const ShareLinks = loadOnFirstInteraction(async () => (await import('./share-links')).ShareLinks, LoadFailed);

interface ShareDialogProps {
  projectId: string;
  reportId: string;
  shares: readonly Share[];
  /** Whether the dialog is open when the page loads. */
  isOpen: boolean;
  /** Reason why the member can't share reports; null if they can. */
  denial: string | null;
}

/** Dialog that creates, edits, pauses, resumes and revokes links to a report. */
export function ShareDialog({ projectId, reportId, shares, isOpen, denial }: ShareDialogProps) {
  const [open, setOpen] = useState(isOpen);
  const { query, changeWithoutLoading } = useUrlQuery();
  const [created, setCreated] = useState<{ id: string; url: string }>();
  return (
    <Dialog
      title="Share report"
      description="Anyone with the link can see this report without signing in, but nothing else. They can narrow its filters but not widen them."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) return;
        setCreated(undefined);
        // Otherwise a reload would open the dialog again.
        if (new URLSearchParams(query).has('share')) changeWithoutLoading({ share: [] });
      }}
      trigger={
        <Button Icon={Share2} denial={denial} data-print="hide">
          Share
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {created ? (
          <CopySecret
            label="Link"
            value={created.url}
            note="It’s shown only once. Copy it before you close this dialog."
          />
        ) : (
          <ShareForm
            projectId={projectId}
            reportId={reportId}
            onCreated={({ id, token }) => setCreated({ id, url: `${window.location.origin}/share/${token}` })}
          />
        )}
        <ShareLinks
          projectId={projectId}
          shares={shares}
          onRevoke={(id) => {
            if (created?.id === id) setCreated(undefined);
          }}
        />
      </div>
    </Dialog>
  );
}
