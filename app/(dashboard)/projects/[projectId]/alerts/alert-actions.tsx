'use client';

import type { ReactNode } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { deleteAlertAction, setAlertPausedAction } from './actions';

interface AlertActionsProps {
  projectId: string;
  alert: { id: string; title: string; isPaused: boolean };
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
  /** The dialog that edits the alert. */
  edit: ReactNode;
}

/** Edits, pauses, resumes and deletes an alert. */
export function AlertActions({ projectId, alert, denial, edit }: AlertActionsProps) {
  const pausing = useAction(setAlertPausedAction);
  const deleting = useAction(deleteAlertAction);
  const ids = { projectId, alertId: alert.id };
  return (
    <>
      <ErrorNotice problem={pausing.problem ?? deleting.problem} className="mb-2" />
      <div className="flex justify-end gap-1">
        {edit}
        <Button
          kind="quiet"
          size="small"
          denial={denial}
          busy={pausing.busy}
          aria-label={`${alert.isPaused ? 'Resume' : 'Pause'}: ${alert.title}`}
          onClick={() => pausing.run({ ...ids, isPaused: !alert.isPaused })}
        >
          {alert.isPaused ? 'Resume' : 'Pause'}
        </Button>
        <ConfirmButton
          label="Delete"
          title="Delete this alert?"
          confirmLabel="Delete alert"
          denial={denial}
          busy={deleting.busy}
          onConfirm={() => deleting.run(ids)}
        >
          “{alert.title}” will no longer be evaluated. Its history is kept.
        </ConfirmButton>
      </div>
    </>
  );
}
