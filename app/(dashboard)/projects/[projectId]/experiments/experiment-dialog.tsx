'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextArea, TextField } from '#components/ui/field';
import { fieldMessage, useAction, useFormDialog } from '../../../use-action';
import { deleteExperimentAction, saveExperimentAction } from '../actions';
import { PromptPicker } from './prompt-picker';

interface ExperimentDialogProps {
  projectId: string;
  /** The experiment to edit; without it one is created. */
  experimentId?: string;
  prompts: readonly { id: string; text: string; topic: string }[];
  /** Initial values. */
  preset: { name: string; what: string; changedOn: string; promptIds: string[] };
  today: string;
}

/** Dialog that creates or edits an experiment. */
export function ExperimentDialog({ projectId, experimentId, prompts, preset, today }: ExperimentDialogProps) {
  const router = useRouter();
  const saving = useAction(saveExperimentAction, (id) => {
    form.close();
    if (!experimentId) router.push(`/projects/${projectId}/experiments/${id}`);
  });
  const form = useFormDialog(preset, [saving], !experimentId);
  const label = experimentId ? 'Edit experiment' : 'Create experiment';
  return (
    <FormDialog
      {...form.dialog}
      title={label}
      description="Prompts that the change should affect are compared with all others, before and after."
      trigger={
        <Button
          Icon={experimentId ? Pencil : Plus}
          kind={experimentId ? 'secondary' : 'primary'}
          data-print="hide"
        >
          {label}
        </Button>
      }
      submit={experimentId ? 'Save experiment' : 'Create experiment'}
      onSubmit={() =>
        saving.run({
          projectId,
          experimentId: experimentId ?? null,
          experiment: form.values,
          seen: form.seen,
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
      <TextArea {...form.field('what')} label="What was changed" required maxLength={500} />
      <TextField
        {...form.field('changedOn')}
        label="First day with the change"
        type="date"
        required
        max={today}
      />
      <PromptPicker
        prompts={prompts}
        selected={form.values.promptIds}
        onChange={(promptIds) => form.change({ promptIds })}
        error={fieldMessage(form.problem, 'promptIds')}
      />
    </FormDialog>
  );
}

interface DeleteExperimentProps {
  projectId: string;
  experiment: { id: string; name: string; what: string; changedOn: string; promptIds: string[] };
}

/** Deletes an experiment, with undo. */
export function DeleteExperiment({ projectId, experiment: { id, ...experiment } }: DeleteExperimentProps) {
  const router = useRouter();
  const toast = useToast();
  const list = `/projects/${projectId}/experiments`;
  const restoring = useAction(saveExperimentAction, (restored) => router.push(`${list}/${restored}`));
  const deleting = useAction(deleteExperimentAction, () => {
    toast({
      title: `Experiment “${experiment.name}” deleted`,
      undo: () => restoring.run({ projectId, experimentId: null, experiment }),
    });
    router.push(list);
  });
  return (
    <Button
      Icon={Trash2}
      kind="quiet"
      data-print="hide"
      busy={deleting.busy}
      onClick={() => deleting.run({ projectId, experimentId: id })}
    >
      Delete experiment
    </Button>
  );
}
