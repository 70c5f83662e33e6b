'use client';

import { Copy, Lock, LockOpen, Printer } from 'lucide-react';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button, LinkButton } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../../../../use-action';
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
}

/** What editors can do with a report besides sharing it. */
export function ReportActions({ projectId, reportId, isFrozen, isEditing }: ReportActionsProps) {
  const freezing = useAction(freezeReportAction);
  const unfreezing = useAction(unfreezeReportAction);
  const duplicating = useAction(duplicateReportAction);
  const deleting = useAction(deleteReportAction);
  const input = { projectId, reportId };
  const path = `/projects/${projectId}/reports/${reportId}`;
  return (
    <>
      <ErrorNotice
        problem={freezing.problem ?? unfreezing.problem ?? duplicating.problem ?? deleting.problem}
      />
      {isFrozen ? null : (
        <LinkButton href={isEditing ? path : `${path}?edit=1`}>{isEditing ? 'Done' : 'Edit'}</LinkButton>
      )}
      {isFrozen ? (
        <ConfirmButton
          label={
            <>
              <LockOpen aria-hidden /> Unfreeze
            </>
          }
          title="Unfreeze this report?"
          confirm="Unfreeze report"
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
          busy={freezing.busy}
          title="Keeps these numbers, definitions and answers, whatever is rescored later"
          onClick={() => freezing.run(input)}
        >
          Freeze
        </Button>
      )}
      <Button Icon={Copy} busy={duplicating.busy} onClick={() => duplicating.run(input)}>
        Duplicate
      </Button>
      <Button Icon={Printer} onClick={() => window.print()}>
        Print
      </Button>
      <ConfirmButton
        label="Delete"
        title="Delete this report?"
        confirm="Delete report"
        size="medium"
        busy={deleting.busy}
        onConfirm={() => deleting.run(input)}
      >
        Its links stop working at once. Answers and metrics are kept.
      </ConfirmButton>
    </>
  );
}
