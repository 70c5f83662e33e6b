'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { OperationFields } from '#components/ui/operation-fields';
import { defineMessages } from '#lib/core/messages';
import type { FormField } from '#lib/operations/form-fields';
import { createExperimentAction, deleteExperimentAction, editExperimentAction } from './actions';
import { AssignmentChoice, ExpectedPower } from './assignment';
import { PromptPicker } from './prompt-picker';

interface ExperimentDialogProps {
  projectId: string;
  /** The fields that describe an experiment. */
  fields: readonly FormField[];
  /** The experiment to edit; without it one is created. */
  experimentId?: string;
  prompts: readonly { id: string; text: string; topic: string }[];
  initial: ExperimentValues;
  /** Reason why the member can't edit experiments; null if they can. */
  denial: string | null;
}

interface ExperimentValues {
  name: string;
  description: string;
  changedOn: string;
  promptIds: string[];
  assignment: 'random' | 'chosen';
}

const messages = defineMessages({
  random:
    'Assigned at random out of {prompts, plural, one {# prompt} other {# prompts}}; the rest are compared with them. Make the change only for the affected prompts.',
});

/** Dialog that creates or edits an experiment. */
export function ExperimentDialog({
  projectId,
  fields,
  experimentId,
  prompts,
  initial,
  denial,
}: ExperimentDialogProps) {
  const router = useRouter();
  const stored = { ...initial, treatmentCount: String(Math.floor(prompts.length / 2)) };
  const form = useFormDialog<typeof stored, unknown>({
    stored,
    keepsDraft: !experimentId,
    save: async ({ treatmentCount: _, ...values }, original) => {
      if (experimentId) {
        const before = original && { ...original, treatmentCount: undefined };
        return editExperimentAction({ projectId, experimentId, ...values, original: before });
      }
      const drawn = isRandom && { promptIds: [], treatmentCount: Number(treatmentCount) };
      const created = await createExperimentAction({ projectId, ...values, ...drawn });
      if (created.ok) router.push(`/projects/${projectId}/experiments/${created.value.id}`);
      return created;
    },
  });
  const { treatmentCount, ...values } = form.values;
  const isRandom = !experimentId && values.assignment === 'random';
  const label = experimentId ? 'Edit experiment' : 'Create experiment';
  return (
    <FormDialog
      {...form.dialog}
      title={label}
      description="Prompts that the change should affect are compared with other prompts, before and after the change."
      trigger={
        <Button
          Icon={experimentId ? Pencil : Plus}
          kind={experimentId ? 'secondary' : 'primary'}
          denial={denial}
          data-print="hide"
        >
          {label}
        </Button>
      }
      submitLabel={experimentId ? 'Save experiment' : 'Create experiment'}
    >
      <OperationFields fields={fields} {...form.fields} />
      {experimentId ? null : (
        <AssignmentChoice
          assignment={values.assignment}
          onChange={(assignment) => form.change({ assignment })}
        />
      )}
      {isRandom ? (
        <>
          <TextField
            {...form.field('treatmentCount')}
            label="Number of affected prompts"
            type="number"
            required
            min={1}
            max={Math.max(1, prompts.length - 1)}
            hint={messages.random({ prompts: prompts.length })}
          />
          <ExpectedPower projectId={projectId} treatmentCount={Number(treatmentCount)} />
        </>
      ) : null}
      {values.assignment === 'chosen' ? (
        <PromptPicker
          prompts={prompts}
          selected={values.promptIds}
          onChange={(promptIds) => form.change({ promptIds })}
          error={form.getError('promptIds')}
        />
      ) : null}
    </FormDialog>
  );
}

interface DeleteExperimentProps {
  projectId: string;
  experiment: ExperimentValues & { id: string };
  /** Reason why the member can't delete experiments; null if they can. */
  denial: string | null;
}

/** Button that deletes an experiment and offers to undo it. */
export function DeleteExperiment({
  projectId,
  experiment: { id, ...experiment },
  denial,
}: DeleteExperimentProps) {
  const router = useRouter();
  const toast = useToast();
  const listUrl = `/projects/${projectId}/experiments`;
  const restoring = useAction(createExperimentAction, (restored) => router.push(`${listUrl}/${restored.id}`));
  const deleting = useAction(deleteExperimentAction, () => {
    toast({
      title: `Experiment “${experiment.name}” deleted`,
      undo: () => restoring.run({ projectId, ...experiment }),
    });
    router.push(listUrl);
  });
  return (
    <Button
      Icon={Trash2}
      denial={denial}
      data-print="hide"
      busy={deleting.busy}
      onClick={() => deleting.run({ projectId, experimentId: id })}
    >
      Delete experiment
    </Button>
  );
}
