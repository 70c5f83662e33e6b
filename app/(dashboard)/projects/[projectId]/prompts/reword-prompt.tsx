'use client';

import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextArea } from '#components/ui/field';
import type { PromptProblem } from '#lib/dashboard/analytics/overview/breakdown';
import { describeProblem, type PromptRow, proposeWording } from '#lib/format/prompt-list';
import { useAction, useFormDialog } from '../../../use-action';
import { rewordPromptAction } from './actions';

interface UninformativeNoteProps {
  row: PromptRow;
  problem: PromptProblem;
  /** Null if prompts can't be edited. */
  projectId: string | null;
}

/** Marks a prompt that says nothing about brands, and suggests another wording. */
export function UninformativeNote({ row, problem, projectId }: UninformativeNoteProps) {
  return (
    <span className="relative z-[1] inline-flex flex-wrap items-center gap-2 align-bottom">
      <span title={describeProblem(problem)}>
        <Chip tone="warning">Uninformative</Chip>
      </span>
      <span className="sr-only">{describeProblem(problem)}</span>
      {projectId === null ? null : <RewordPrompt projectId={projectId} row={row} problem={problem} />}
    </span>
  );
}

interface RewordPromptProps {
  projectId: string;
  row: PromptRow;
  problem: PromptProblem;
}

/** Dialog that replaces a prompt with another wording. */
function RewordPrompt({ projectId, row, problem }: RewordPromptProps) {
  const toast = useToast();
  const reword = useAction(rewordPromptAction, () => {
    form.close();
    toast({ title: 'Prompt reworded', description: 'The old one is archived with its answers.' });
  });
  const form = useFormDialog({ text: proposeWording(row, problem) }, [reword]);
  return (
    <FormDialog
      {...form.dialog}
      title="Reword prompt"
      description={`${describeProblem(problem)} Ask for a recommendation or a comparison.`}
      trigger={
        <Button kind="quiet" size="small">
          Reword
          <span className="sr-only"> “{row.text}”</span>
        </Button>
      }
      submit="Replace prompt"
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
