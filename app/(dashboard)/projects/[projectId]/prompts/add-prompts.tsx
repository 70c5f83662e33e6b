'use client';

import { Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextArea, TextField } from '#components/ui/field';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { formatPlural } from '#lib/format/numbers';
import { useAction, useFormDialog } from '../../../use-action';
import { addPromptsAction } from '../actions';

/** Dialog that adds prompts, one per line. */
export function AddPrompts({ projectId, topics }: { projectId: string; topics: readonly string[] }) {
  const toast = useToast();
  const add = useAction(addPromptsAction, ({ added, restored, present }) => {
    form.close();
    toast({
      title: `${formatPlural(added + restored, 'prompt')} added`,
      description: present > 0 ? `${present} already existed.` : undefined,
    });
  });
  const form = useFormDialog({ text: '', topic: '' }, [add], true);
  const { text, topic } = form.values;
  const lines = parsePastedPrompts(text);
  return (
    <FormDialog
      {...form.dialog}
      title="Add prompts"
      description="One question per line, in the words your customers use."
      trigger={
        <Button Icon={Plus} kind="primary">
          Add prompts
        </Button>
      }
      submit={lines.length > 1 ? `Add ${lines.length} prompts` : 'Add prompt'}
      onSubmit={() => add.run({ projectId, prompts: lines.map((line) => ({ text: line, topic })) })}
      disabled={lines.length === 0}
    >
      <TextArea {...form.field('text')} label="Prompts" rows={8} />
      <TopicField {...form.field('topic')} hint="Groups prompts in tables and filters." topics={topics} />
    </FormDialog>
  );
}

interface TopicFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'list'> {
  /** Existing topics to suggest. */
  topics: readonly string[];
}

/** Topic input with suggestions. */
export function TopicField({ topics, ...field }: TopicFieldProps) {
  const listId = useId();
  return (
    <>
      <TextField {...field} label="Topic" list={listId} />
      <datalist id={listId}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
    </>
  );
}
