'use client';

import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextArea } from '#components/ui/field';
import type { UninformativeReason } from '#lib/dashboard/analytics/overview/breakdown';
import { rewordPromptAction } from './actions';
import { describeUninformative, type PromptRow, proposeWording } from './prompt-list';

interface RewordPromptProps {
  projectId: string;
  row: PromptRow;
  reason: UninformativeReason;
  /** Reason why the member can't edit prompts; null if they can. */
  denial: string | null;
}

/** Marks a prompt whose answers cannot show a difference between brands, and suggests another wording. */
export function UninformativeNote(props: RewordPromptProps) {
  const { reason } = props;
  return (
    <span className="relative z-[1] inline-flex flex-wrap items-center gap-2 align-bottom">
      <span title={describeUninformative(reason)}>
        <Chip tone="warning">Uninformative</Chip>
      </span>
      <span className="sr-only">{describeUninformative(reason)}</span>
      <RewordPrompt {...props} />
    </span>
  );
}

/** Dialog that replaces a prompt with another wording. */
function RewordPrompt({ projectId, row, reason, denial }: RewordPromptProps) {
  const toast = useToast();
  const form = useFormDialog({
    stored: { text: proposeWording(row, reason) },
    save: ({ text }) => rewordPromptAction({ projectId, promptId: row.id, text }),
    onSaved: () =>
      toast({ title: 'Prompt reworded', description: 'The old prompt is archived with its answers.' }),
  });
  return (
    <FormDialog
      {...form.dialog}
      title="Reword prompt"
      description={`${describeUninformative(reason)} Ask for a recommendation or a comparison.`}
      trigger={
        <Button kind="quiet" size="small" denial={denial}>
          Reword
          <span className="sr-only"> “{row.text}”</span>
        </Button>
      }
      submitLabel="Replace prompt"
      disabled={['', row.text].includes(form.values.text.trim())}
    >
      <TextArea
        {...form.field('text')}
        label="New wording"
        hint="The old prompt is archived with its answers; the new one is sent starting with the next run."
        rows={4}
      />
    </FormDialog>
  );
}
