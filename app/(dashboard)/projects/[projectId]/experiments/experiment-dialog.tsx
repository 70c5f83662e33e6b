'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextArea, TextField } from '#components/ui/field';
import { fieldMessage, useAction } from '../../../use-action';
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
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(preset.name);
  const [what, setWhat] = useState(preset.what);
  const [changedOn, setChangedOn] = useState(preset.changedOn);
  const [promptIds, setPromptIds] = useState(preset.promptIds);
  const [seen, setSeen] = useState(preset);
  const saving = useAction(saveExperimentAction, (id) => {
    setOpen(false);
    if (!experimentId) router.push(`/projects/${projectId}/experiments/${id}`);
  });
  /** Resets the form of an existing experiment; a new one keeps its draft. */
  const openOrClose = (next: boolean) => {
    setOpen(next);
    saving.clear();
    if (!next || !experimentId) return;
    setName(preset.name);
    setWhat(preset.what);
    setChangedOn(preset.changedOn);
    setPromptIds(preset.promptIds);
    setSeen(preset);
  };
  const { problem } = saving;
  const conflict = fieldMessage(problem, 'seen');
  const Icon = experimentId ? Pencil : Plus;
  const label = experimentId ? 'Edit experiment' : 'Create experiment';
  return (
    <FormDialog
      title={label}
      description="Prompts that the change should affect are compared with all others, before and after."
      open={open}
      onOpenChange={openOrClose}
      trigger={
        <Button Icon={Icon} kind={experimentId ? 'secondary' : 'primary'} data-print="hide">
          {label}
        </Button>
      }
      submit={experimentId ? 'Save experiment' : 'Create experiment'}
      onSubmit={() =>
        saving.run(
          projectId,
          experimentId ?? null,
          { name, what, changedOn, promptIds },
          conflict ? undefined : seen,
        )
      }
      busy={saving.busy}
      problem={problem?.fields.length === 0 ? problem.message : conflict}
    >
      <TextField
        label="Name"
        required
        maxLength={80}
        placeholder="New comparison page"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldMessage(problem, 'name')}
      />
      <TextArea
        label="What was changed"
        required
        maxLength={500}
        value={what}
        onChange={(event) => setWhat(event.target.value)}
        error={fieldMessage(problem, 'what')}
      />
      <TextField
        label="First day with the change"
        type="date"
        required
        max={today}
        value={changedOn}
        onChange={(event) => setChangedOn(event.target.value)}
        error={fieldMessage(problem, 'changedOn')}
      />
      <PromptPicker
        prompts={prompts}
        selected={promptIds}
        onChange={setPromptIds}
        error={fieldMessage(problem, 'promptIds')}
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
      undo: () => restoring.run(projectId, null, experiment),
    });
    router.push(list);
  });
  return (
    <Button
      Icon={Trash2}
      kind="quiet"
      data-print="hide"
      busy={deleting.busy}
      onClick={() => deleting.run(projectId, id)}
    >
      Delete experiment
    </Button>
  );
}
