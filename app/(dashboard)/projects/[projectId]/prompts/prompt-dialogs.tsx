'use client';

import { Archive, FolderInput, Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { RemovableChip } from '#components/ui/chip';
import { TextArea, TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { splitList } from '#lib/core/text';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { formatPlural } from '#lib/format/numbers';
import type { PromptRow } from '#lib/format/prompt-list';
import { useAction, useFormDialog } from '../../../use-action';
import { addPromptsAction, archivePromptsAction, updatePromptsAction } from './actions';

/** Dialog that adds prompts, one per line. */
export function AddPrompts({ projectId, topics }: { projectId: string; topics: readonly string[] }) {
  const toast = useToast();
  const add = useAction(addPromptsAction, ({ added, restored, existing }) => {
    form.close();
    toast({
      title: `${formatPlural(added + restored, 'prompt')} added`,
      description: existing > 0 ? `${formatPlural(existing, 'prompt')} already existed.` : undefined,
    });
  });
  const form = useFormDialog({ text: '', topic: '' }, [add], true);
  const { text, topic } = form.values;
  const lines = parsePastedPrompts(text);
  return (
    <FormDialog
      {...form.dialog}
      title="Add prompts"
      description="One prompt per line, in the words your customers use."
      trigger={
        <Button Icon={Plus} kind="primary">
          Add prompts
        </Button>
      }
      submitLabel={getSubmitLabel(lines.length)}
      onSubmit={() => add.run({ projectId, prompts: lines.map((line) => ({ text: line, topic })) })}
      disabled={lines.length === 0}
    >
      <TextArea {...form.field('text')} label="Prompts" rows={8} />
      <TopicField {...form.field('topic')} hint="Groups prompts in tables and filters." topics={topics} />
    </FormDialog>
  );
}

function getSubmitLabel(count: number): string {
  if (count === 0) return 'Add prompts';
  return count === 1 ? 'Add prompt' : `Add ${count} prompts`;
}

interface TopicFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'list'> {
  /** Existing topics to suggest. */
  topics: readonly string[];
}

function TopicField({ topics, ...field }: TopicFieldProps) {
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

interface SelectedPromptsProps {
  projectId: string;
  prompts: readonly PromptRow[];
  topics: readonly string[];
  onDone: () => void;
}

/** Actions for selected prompts: edit topic and tags, archive. */
export function SelectedPrompts({ denial, ...selection }: SelectedPromptsProps & { denial: string | null }) {
  const count = formatPlural(selection.prompts.length, 'prompt');
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
      {denial === null ? (
        <EditSelectedPrompts {...selection} />
      ) : (
        <>
          <DeniedButton reason={denial} Icon={FolderInput} size="small">
            Edit {count}
          </DeniedButton>
          <DeniedButton reason={denial} Icon={Archive} size="small">
            Archive {count}
          </DeniedButton>
        </>
      )}
    </div>
  );
}

function EditSelectedPrompts({ projectId, prompts, topics, onDone }: SelectedPromptsProps) {
  const toast = useToast();
  const restore = useAction(addPromptsAction);
  const archive = useAction(archivePromptsAction, (archived) => {
    const archivedPrompts = prompts.map(({ text, topic, tags, language }) => ({
      text,
      topic,
      tags: [...tags],
      language,
    }));
    onDone();
    toast({
      title: `${formatPlural(archived, 'prompt')} archived`,
      description: 'Archived prompts aren’t sent anymore. Their answers are kept.',
      undo: () => restore.run({ projectId, prompts: archivedPrompts }),
    });
  });
  const update = useAction(updatePromptsAction, (updated) => {
    form.close();
    onDone();
    toast({ title: `${formatPlural(updated, 'prompt')} changed` });
  });
  const form = useFormDialog({ topic: '', tags: '', removedTags: [] as string[] }, [update]);
  const { topic, tags, removedTags } = form.values;
  const promptIds = prompts.map(({ id }) => id);
  const newTags = splitList(tags);
  const currentTags = [...new Set(prompts.flatMap((prompt) => prompt.tags))].sort();
  const remainingTags = currentTags.filter((tag) => !removedTags.includes(tag));
  return (
    <>
      <ErrorNotice problem={archive.problem} />
      <FormDialog
        {...form.dialog}
        title={`Edit topic and tags of ${formatPlural(prompts.length, 'prompt')}`}
        description="Topics and tags group prompts in tables and filters."
        trigger={
          <Button Icon={FolderInput} size="small">
            Edit {formatPlural(prompts.length, 'prompt')}
          </Button>
        }
        submitLabel="Save changes"
        onSubmit={() =>
          update.run({
            projectId,
            promptIds,
            tags: newTags,
            removedTags,
            ...(topic.trim() === '' ? {} : { topic }),
          })
        }
        disabled={topic.trim() === '' && newTags.length === 0 && removedTags.length === 0}
      >
        <TopicField
          {...form.field('topic')}
          hint="Leave empty to keep each prompt’s topic."
          topics={topics}
        />
        {remainingTags.length > 0 ? (
          <div>
            <p className="mb-1.5 font-medium" aria-hidden>
              Current tags
            </p>
            <ul aria-label="Current tags" className="flex flex-wrap gap-1.5">
              {remainingTags.map((tag) => (
                <li key={tag}>
                  <RemovableChip
                    kind="tag"
                    label={tag}
                    onRemove={() => form.change({ removedTags: [...removedTags, tag] })}
                  >
                    {tag}
                  </RemovableChip>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <TextField {...form.field('tags')} label="Tags to add" hint="Comma-separated." />
      </FormDialog>
      <Button
        Icon={Archive}
        size="small"
        busy={archive.busy}
        onClick={() => archive.run({ projectId, promptIds })}
      >
        Archive {formatPlural(prompts.length, 'prompt')}
      </Button>
    </>
  );
}
