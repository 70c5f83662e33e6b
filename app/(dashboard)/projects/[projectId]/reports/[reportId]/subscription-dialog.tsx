'use client';

import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#components/overlays/dialog';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Button } from '#components/ui/button';
import { NoMailServer } from '#components/ui/no-mail-server';
import { LoadFailed } from '#components/ui/notice';
import type { Subscription } from '#lib/dashboard/subscriptions/subscriptions';

const SubscriptionPanel = loadOnFirstInteraction(
  async () => (await import('./subscription-panel')).SubscriptionPanel,
  LoadFailed,
);

interface SubscriptionDialogProps {
  projectId: string;
  reportId: string;
  projectTimeZone: string;
  subscriptions: readonly Subscription[];
  hasMailServer: boolean;
  /** Reason why PDFs can't be created; null if they can. */
  noPdfReason: string | null;
  /** Reason why the member can't email reports; null if they can. */
  denial: string | null;
}

/** Dialog for the subscriptions that send a report by email. */
export function SubscriptionDialog({ hasMailServer, denial, ...panel }: SubscriptionDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Send by email"
      description={
        <>
          Emails a summary and the main metrics of this report on a schedule. You can attach the report.{' '}
          <a
            href={`/projects/${panel.projectId}/reports/${panel.reportId}/email-preview`}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline"
          >
            Preview email
          </a>
        </>
      }
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button Icon={Mail} denial={denial} data-print="hide">
          Email
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <NoMailServer hasMailServer={hasMailServer} />
        <SubscriptionPanel {...panel} />
      </div>
    </Dialog>
  );
}
