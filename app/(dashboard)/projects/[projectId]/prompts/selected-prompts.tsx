'use client';

import { Archive, FolderInput } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { RemovableChip } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { splitList } from '#lib/core/text';
import { formatPlural } from '#lib/format/numbers';
import type { PromptRow } from '#lib/format/prompt-list';
import { useAction } from '../../../use-action';
import { addPromptsAction, archivePromptsAction, movePromptsAction } from '../actions';
import { TopicField } from './add-prompts';

interface SelectedPromptsProps {
  projectId: string;
  prompts: readonly PromptRow[];
  topics: readonly string[];
  onDone: () => void;
}

/** Actions for selected prompts: edit topic and tags, archive. */
export function SelectedPrompts({ projectId, prompts, topics, onDone }: SelectedPromptsProps) {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [topic, setTopic] = useState('');
  const [tags, setTags] = useState('');
  const [removedTags, setRemovedTags] = useState<string[]>([]);
  const restore = useAction(addPromptsAction);
  const archive = useAction(archivePromptsAction, (archived) => {
    const gone = prompts.map(({ text, topic, tags, language }) => {
      return { text, topic, tags: [...tags], language };
    });
    onDone();
    toast({
      title: `${formatPlural(archived, 'prompt')} archived`,
      description: 'Archived prompts aren’t sent anymore. Answers are kept.',
      undo: () => restore.run(projectId, gone),
    });
  });
  const move = useAction(movePromptsAction, (moved) => {
    setOpen(false);
    onDone();
    toast({ title: `${formatPlural(moved, 'prompt')} changed` });
  });
  const ids = prompts.map(({ id }) => id);
  const newTags = splitList(tags);
  const present = [...new Set(prompts.flatMap((prompt) => prompt.tags))].sort();
  const kept = present.filter((tag) => !removedTags.includes(tag));
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {archive.problem ? <Notice tone="danger">{archive.problem.message}</Notice> : null}
      <FormDialog
        title={`Edit topic and tags of ${formatPlural(prompts.length, 'prompt')}`}
        description="They group prompts in tables and filters."
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          setRemovedTags([]);
        }}
        trigger={
          <Button Icon={FolderInput} size="small">
            Edit {prompts.length}
          </Button>
        }
        submit="Save changes"
        onSubmit={() =>
          move.run({
            projectId,
            promptIds: ids,
            tags: newTags,
            without: removedTags,
            ...(topic.trim() === '' ? {} : { topic }),
          })
        }
        busy={move.busy}
        disabled={topic.trim() === '' && newTags.length === 0 && removedTags.length === 0}
        problem={move.problem?.message}
      >
        <TopicField
          value={topic}
          hint="Leave empty to keep each prompt’s topic."
          topics={topics}
          onChange={setTopic}
        />
        {kept.length > 0 ? (
          <ul aria-label="Current tags" className="flex flex-wrap gap-1.5">
            {kept.map((tag) => (
              <li key={tag}>
                <RemovableChip kind="tag" label={tag} onRemove={() => setRemovedTags([...removedTags, tag])}>
                  {tag}
                </RemovableChip>
              </li>
            ))}
          </ul>
        ) : null}
        <TextField
          label="Tags to add"
          hint="Comma-separated."
          value={tags}
          onChange={(event) => setTags(event.target.value)}
        />
      </FormDialog>
      <Button Icon={Archive} size="small" busy={archive.busy} onClick={() => archive.run(projectId, ids)}>
        Archive {prompts.length}
      </Button>
    </div>
  );
}
