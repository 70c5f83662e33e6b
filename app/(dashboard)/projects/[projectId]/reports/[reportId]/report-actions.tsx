'use client';

import { Copy, Lock, LockOpen, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ActionMenu } from '#components/overlays/action-menu';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { LinkButton } from '#components/ui/link-button';
import { ErrorNotice } from '#components/ui/notice';
import {
  deleteReportAction,
  duplicateReportAction,
  freezeReportAction,
  unfreezeReportAction,
} from '../actions';

interface ReportActionsProps {
  projectId: string;
  reportId: string;
  isFrozen: boolean;
  isEditing: boolean;
  /** Reason why the member can't edit reports; null if they can. */
  denial: string | null;
}

/** Buttons that edit, freeze, duplicate, print and delete a report. */
export function ReportActions({ projectId, reportId, isFrozen, isEditing, denial }: ReportActionsProps) {
  const freezing = useAction(freezeReportAction);
  const unfreezing = useAction(unfreezeReportAction);
  const duplicating = useAction(duplicateReportAction);
  const deleting = useAction(deleteReportAction);
  const [isDeleting, setDeleting] = useState(false);
  const input = { projectId, reportId };
  const path = `/projects/${projectId}/reports/${reportId}`;
  return (
    <>
      <ErrorNotice problem={freezing.problem ?? unfreezing.problem ?? duplicating.problem} />
      {isFrozen ? null : (
        <LinkButton href={isEditing ? path : `${path}?edit=1`} denial={denial}>
          {isEditing ? 'Done' : 'Edit'}
        </LinkButton>
      )}
      {isFrozen ? (
        <ConfirmButton
          label={
            <>
              <LockOpen aria-hidden /> Unfreeze
            </>
          }
          title="Unfreeze this report?"
          confirmLabel="Unfreeze report"
          denial={denial}
          kind="secondary"
          size="medium"
          busy={unfreezing.busy}
          onConfirm={() => unfreezing.run(input)}
        >
          Its stored numbers and answers are deleted. The report and its links show current data from then on.
        </ConfirmButton>
      ) : (
        <Button
          Icon={Lock}
          denial={denial}
          busy={freezing.busy}
          title="Keeps these numbers, definitions and answers, even if brands are changed later"
          onClick={() => freezing.run(input)}
        >
          Freeze
        </Button>
      )}
      <ActionMenu
        label="More actions"
        busy={duplicating.busy}
        actions={[
          { label: 'Duplicate', Icon: Copy, onSelect: () => duplicating.run(input), denial },
          { label: 'Print', Icon: Printer, onSelect: () => window.print() },
          { label: 'Delete', Icon: Trash2, onSelect: () => setDeleting(true), denial },
        ]}
      />
      <FormDialog
        title="Delete this report?"
        open={isDeleting}
        onOpenChange={setDeleting}
        submitLabel="Delete report"
        isDestructive
        busy={deleting.busy}
        problem={deleting.problem?.message}
        onSubmit={() => deleting.run(input)}
      >
        <p className="text-muted">
          Its links and email subscriptions end immediately. The project’s answers and metrics are kept.
        </p>
      </FormDialog>
    </>
  );
}
