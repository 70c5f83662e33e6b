'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import { TextArea, TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { fieldMessage, useAction } from '../../../use-action';
import { createExperimentAction } from './actions';
import { PromptChoice } from './prompt-choice';

interface CreateExperimentProps {
  projectId: string;
  prompts: readonly { id: string; text: string; topic: string }[];
  /** Chosen first: the prompts that the page is filtered by. */
  preset: readonly string[];
  today: string;
}

/** Marks a change: when it was made and which prompts it should move. */
export function CreateExperiment({ projectId, prompts, preset, today }: CreateExperimentProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [what, setWhat] = useState('');
  const [changedOn, setChangedOn] = useState(today);
  const [promptIds, setPromptIds] = useState<readonly string[]>(preset);
  const form = useId();
  const creating = useAction(createExperimentAction, (id) => {
    setOpen(false);
    router.push(`/projects/${projectId}/experiments/${id}`);
  });
  const { problem } = creating;
  return (
    <Dialog
      title="Mark a change"
      description="What happened to the prompts you choose is compared with what happened to all others."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button kind="primary">
          <Plus aria-hidden />
          Mark a change
        </Button>
      }
      actions={
        <Button kind="primary" type="submit" form={form} busy={creating.busy}>
          Mark the change
        </Button>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          creating.run(projectId, { name, what, changedOn, promptIds: [...promptIds] });
        }}
      >
        {problem && problem.fields.length === 0 ? <Notice tone="danger">{problem.message}</Notice> : null}
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
        <PromptChoice
          prompts={prompts}
          chosen={promptIds}
          onChange={setPromptIds}
          error={fieldMessage(problem, 'promptIds')}
        />
      </form>
    </Dialog>
  );
}
