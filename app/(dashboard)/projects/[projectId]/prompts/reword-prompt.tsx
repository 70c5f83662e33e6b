'use client';

import { DeniedButton } from '#components/overlays/denied-button';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextArea } from '#components/ui/field';
import type { UninformativeReason } from '#lib/dashboard/analytics/overview/breakdown';
import { describeUninformative, type PromptRow, proposeWording } from '#lib/format/prompt-list';
import { useAction, useFormDialog } from '../../../use-action';
import { rewordPromptAction } from './actions';

interface RewordPromptProps {
  projectId: string;
  row: PromptRow;
  reason: UninformativeReason;
}

interface UninformativeNoteProps extends RewordPromptProps {
  /** Reason why the member can't edit prompts; null if they can. */
  denial: string | null;
}

/** Marks a prompt whose answers cannot show a difference between brands, and suggests another wording. */
export function UninformativeNote({ denial, ...prompt }: UninformativeNoteProps) {
  const { row, reason } = prompt;
  return (
    <span className="relative z-[1] inline-flex flex-wrap items-center gap-2 align-bottom">
      <span title={describeUninformative(reason)}>
        <Chip tone="warning">Uninformative</Chip>
      </span>
      <span className="sr-only">{describeUninformative(reason)}</span>
      {denial === null ? (
        <RewordPrompt {...prompt} />
      ) : (
        <DeniedButton reason={denial} kind="quiet" size="small">
          <RewordLabel text={row.text} />
        </DeniedButton>
      )}
    </span>
  );
}

/** Dialog that replaces a prompt with another wording. */
function RewordPrompt({ projectId, row, reason }: RewordPromptProps) {
  const toast = useToast();
  const reword = useAction(rewordPromptAction, () => {
    form.close();
    toast({ title: 'Prompt reworded', description: 'The old prompt is archived with its answers.' });
  });
  const form = useFormDialog({ text: proposeWording(row, reason) }, [reword]);
  return (
    <FormDialog
      {...form.dialog}
      title="Reword prompt"
      description={`${describeUninformative(reason)} Ask for a recommendation or a comparison.`}
      trigger={
        <Button kind="quiet" size="small">
          <RewordLabel text={row.text} />
        </Button>
      }
      submitLabel="Replace prompt"
      onSubmit={() => reword.run({ projectId, promptId: row.id, text: form.values.text })}
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

function RewordLabel({ text }: Pick<PromptRow, 'text'>) {
  return (
    <>
      Reword
      <span className="sr-only"> “{text}”</span>
    </>
  );
}
