'use client';

import { useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { Button } from '#components/ui/button';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { formatDate } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import type { AlertPreview as Preview } from '#lib/dashboard/alerts/preview-alert';
import { previewAlertAction } from './actions';
import { type AlertDraft, toAlertInput } from './alert-draft';

interface AlertPreviewProps {
  projectId: string;
  draft: AlertDraft;
}

const maxEvents = 3;

/** Shows how often the alert would have been raised in the last 90 days. */
export function AlertPreview({ projectId, draft }: AlertPreviewProps) {
  const input = toAlertInput(draft);
  const key = JSON.stringify(input);
  const [preview, setPreview] = useState<Preview & { key: string }>();
  const previewing = useAction(previewAlertAction, (result) => setPreview({ ...result, key }));
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button size="small" busy={previewing.busy} onClick={() => previewing.run({ projectId, ...input })}>
          {previewing.busy ? 'Evaluating the last 90 days…' : 'Preview the last 90 days'}
        </Button>
      </div>
      <ErrorNotice problem={previewing.problem} />
      {preview?.key === key ? (
        <Notice>
          <p className="font-medium">{preview.title}</p>
          <p>{describePreview(preview)}</p>
          {preview.events.slice(0, maxEvents).map(({ day, summary }) => (
            <p key={day} className="mt-1 text-xs text-muted">
              {formatDate(day)}: {summary}
            </p>
          ))}
          {preview.sensitivity ? <p className="mt-1 text-xs text-muted">{preview.sensitivity}</p> : null}
          {preview.unknownReason ? <p className="mt-1 text-xs text-muted">{preview.unknownReason}</p> : null}
        </Notice>
      ) : null}
    </div>
  );
}

const messages = defineMessages({
  raised:
    'This alert would {raised, plural, =0 {not have been raised} one {have been raised once} other {have been raised # times}} in the last 90 days.',
});

function describePreview({ raised }: Preview): string {
  if (raised === null) return 'Past credit balances aren’t stored, so there is no preview.';
  return messages.raised({ raised });
}
