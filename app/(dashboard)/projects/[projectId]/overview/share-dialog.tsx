'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { loadOnceBegun } from '#components/ui/begun';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { Dialog } from '#components/ui/dialog';
import { NotLoaded } from '#components/ui/not-loaded';
import { Notice } from '#components/ui/notice';
import { useAction } from '../../../use-action';
import { share } from './actions';
import { OpenLinks, type OpenLinksProps } from './open-links';
import type { ShareFormProps } from './share-form';

const ShareForm = loadOnceBegun(async () => (await import('./share-form')).ShareForm, NotLoaded);

type ShareDialogProps = OpenLinksProps & Pick<ShareFormProps, 'bindings'>;

/** Read-only links to this view: make one, copy it once, close those that are open. */
export function ShareDialog({ projectId, shares, bindings }: ShareDialogProps) {
  const [made, setMade] = useState<string>();
  const creating = useAction(share, ({ path }) => setMade(`${window.location.origin}${path}`));
  const { problem } = creating;
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
        {problem && problem.fields.length === 0 ? <Notice tone="danger">{problem.message}</Notice> : null}
        {made ? (
          <CopySecret label="Link" value={made} note="It is shown only now. Copy it before you close this." />
        ) : (
          <ShareForm
            bindings={bindings}
            busy={creating.busy}
            problem={problem}
            onShare={(bound) => creating.run(projectId, bound)}
          />
        )}
        <OpenLinks projectId={projectId} shares={shares} />
      </div>
    </Dialog>
  );
}
