'use client';

import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextArea, TextField } from '#components/ui/field';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { formatPlural } from '#lib/format/numbers';
import { useAction } from '../../../use-action';
import { addPromptsAction } from '../actions';

/** Dialog that adds prompts, one per line. */
export function AddPrompts({ projectId, topics }: { projectId: string; topics: readonly string[] }) {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [topic, setTopic] = useState('');
  const add = useAction(addPromptsAction, ({ added, restored, present }) => {
    setOpen(false);
    setText('');
    toast({
      title: `${formatPlural(added + restored, 'prompt')} added`,
      description: present > 0 ? `${present} already existed.` : undefined,
    });
  });
  const lines = parsePastedPrompts(text);
  return (
    <FormDialog
      title="Add prompts"
      description="One question per line, in the words your customers use."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button Icon={Plus} kind="primary">
          Add prompts
        </Button>
      }
      submit={lines.length > 1 ? `Add ${lines.length} prompts` : 'Add prompt'}
      onSubmit={() =>
        add.run(
          projectId,
          lines.map((line) => ({ text: line, topic })),
        )
      }
      busy={add.busy}
      disabled={lines.length === 0}
      problem={add.problem?.message}
    >
      <TextArea label="Prompts" rows={8} value={text} onChange={(event) => setText(event.target.value)} />
      <TopicField
        value={topic}
        hint="Groups prompts in tables and filters."
        topics={topics}
        onChange={setTopic}
      />
    </FormDialog>
  );
}

interface TopicFieldProps {
  value: string;
  hint: string;
  /** Existing topics to suggest. */
  topics: readonly string[];
  onChange: (topic: string) => void;
}

/** Topic input with suggestions. */
export function TopicField({ value, hint, topics, onChange }: TopicFieldProps) {
  const listId = useId();
  return (
    <>
      <TextField
        label="Topic"
        hint={hint}
        list={listId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {topics.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  );
}
