'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/form-dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextArea, TextField } from '#components/ui/field';
import { fieldMessage, useAction } from '../../../use-action';
import { deleteExperimentAction, saveExperimentAction } from './actions';
import { PromptPicker } from './prompt-picker';

interface ExperimentDialogProps {
  projectId: string;
  /** The one to say anew; without it one is marked. */
  experimentId?: string;
  prompts: readonly { id: string; text: string; topic: string }[];
  /** What stands in the fields first. */
  preset: { name: string; what: string; changedOn: string; promptIds: string[] };
  today: string;
}

/** Marks a change, or says one anew: when it was made and which prompts it should move. */
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
  /** A change that was marked is opened as it stands; what is begun of a new one stays. */
  const change = (next: boolean) => {
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
  const changedMeanwhile = fieldMessage(problem, 'seen');
  const Icon = experimentId ? Pencil : Plus;
  const label = experimentId ? 'Edit' : 'Mark a change';
  return (
    <FormDialog
      title={experimentId ? 'Edit this change' : 'Mark a change'}
      description="What happened to the prompts you choose is compared with what happened to all others."
      open={open}
      onOpenChange={change}
      trigger={
        <Button kind={experimentId ? 'secondary' : 'primary'} data-print="hide">
          <Icon aria-hidden />
          {label}
        </Button>
      }
      submit={experimentId ? 'Save' : 'Mark the change'}
      onSubmit={() =>
        saving.run(
          projectId,
          experimentId ?? null,
          { name, what, changedOn, promptIds },
          changedMeanwhile ? undefined : seen,
        )
      }
      busy={saving.busy}
      problem={problem?.fields.length === 0 ? problem.message : changedMeanwhile}
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
        chosen={promptIds}
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

/** Forgets an experiment, which can be taken back; all answers stay. */
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
    <Button kind="quiet" data-print="hide" busy={deleting.busy} onClick={() => deleting.run(projectId, id)}>
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}
