'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextArea, TextField } from '#components/ui/field';
import { formatPlural } from '#lib/format/numbers';
import { getFieldMessage, useAction, useFormDialog } from '../../../use-action';
import { deleteExperimentAction, saveExperimentAction } from './actions';
import { AssignmentChoice, ExpectedPower } from './assignment';
import { PromptPicker } from './prompt-picker';

interface ExperimentDialogProps {
  projectId: string;
  /** The experiment to edit; without it one is created. */
  experimentId?: string;
  prompts: readonly { id: string; text: string; topic: string }[];
  initial: ExperimentValues;
}

interface ExperimentValues {
  name: string;
  description: string;
  changedOn: string;
  promptIds: string[];
  assignment: 'random' | 'chosen';
}

/** Dialog that creates or edits an experiment. */
export function ExperimentDialog({ projectId, experimentId, prompts, initial }: ExperimentDialogProps) {
  const router = useRouter();
  const saving = useAction(saveExperimentAction, (id) => {
    form.close();
    if (!experimentId) router.push(`/projects/${projectId}/experiments/${id}`);
  });
  const halfCount = Math.floor(prompts.length / 2);
  const form = useFormDialog({ ...initial, treatmentCount: String(halfCount) }, [saving], !experimentId);
  const { treatmentCount, ...values } = form.values;
  const isRandom = !experimentId && values.assignment === 'random';
  const label = experimentId ? 'Edit experiment' : 'Create experiment';
  return (
    <FormDialog
      {...form.dialog}
      title={label}
      description="Prompts that the change should affect are compared with a control group, before and after the change."
      trigger={
        <Button
          Icon={experimentId ? Pencil : Plus}
          kind={experimentId ? 'secondary' : 'primary'}
          data-print="hide"
        >
          {label}
        </Button>
      }
      submitLabel={experimentId ? 'Save experiment' : 'Create experiment'}
      onSubmit={() =>
        saving.run({
          projectId,
          experimentId: experimentId ?? null,
          experiment: isRandom
            ? { ...values, promptIds: [], treatmentCount: Number(treatmentCount) }
            : values,
          original: form.original && { ...form.original, treatmentCount: undefined },
        })
      }
    >
      <TextField
        {...form.field('name')}
        label="Name"
        required
        maxLength={80}
        placeholder="New comparison page"
      />
      <TextArea {...form.field('description')} label="What changes" required maxLength={500} />
      <TextField {...form.field('changedOn')} label="First day with the change" type="date" required />
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
            label="Number of treatment prompts"
            type="number"
            required
            min={1}
            max={Math.max(1, prompts.length - 1)}
            hint={`Assigned at random out of ${formatPlural(prompts.length, 'prompt')}; the rest are the control group. Make the change only for the treatment prompts.`}
          />
          <ExpectedPower projectId={projectId} treatmentCount={Number(treatmentCount)} />
        </>
      ) : null}
      {values.assignment === 'chosen' ? (
        <PromptPicker
          prompts={prompts}
          selected={values.promptIds}
          onChange={(promptIds) => form.change({ promptIds })}
          error={getFieldMessage(form.problem, 'promptIds')}
        />
      ) : null}
    </FormDialog>
  );
}

interface DeleteExperimentProps {
  projectId: string;
  experiment: ExperimentValues & { id: string };
}

/** Button that deletes an experiment and offers to undo it. */
export function DeleteExperiment({ projectId, experiment: { id, ...experiment } }: DeleteExperimentProps) {
  const router = useRouter();
  const toast = useToast();
  const listUrl = `/projects/${projectId}/experiments`;
  const restoring = useAction(saveExperimentAction, (restoredId) => router.push(`${listUrl}/${restoredId}`));
  const deleting = useAction(deleteExperimentAction, () => {
    toast({
      title: `Experiment “${experiment.name}” deleted`,
      undo: () => restoring.run({ projectId, experimentId: null, experiment }),
    });
    router.push(listUrl);
  });
  return (
    <Button
      Icon={Trash2}
      data-print="hide"
      busy={deleting.busy}
      onClick={() => deleting.run({ projectId, experimentId: id })}
    >
      Delete experiment
    </Button>
  );
}
