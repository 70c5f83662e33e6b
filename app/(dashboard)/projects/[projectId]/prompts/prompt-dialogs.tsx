'use client';

import { Archive, FolderInput, Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { RemovableChip } from '#components/ui/chip';
import { TextArea, TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { formatLanguage } from '#lib/core/language-names';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { splitList } from '#lib/core/text';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { addPromptsAction, archivePromptsAction, updatePromptsAction } from './actions';
import type { PromptRow } from './prompt-list';

interface AddPromptsProps {
  projectId: string;
  topics: readonly string[];
  /** Reason why the member can't add prompts; null if they can. */
  denial: string | null;
}

/** Dialog that adds prompts, one per line. */
export function AddPrompts({ projectId, topics, denial }: AddPromptsProps) {
  const toast = useToast();
  const form = useFormDialog({
    stored: { text: '', topic: '' },
    keepsDraft: true,
    save: ({ text, topic }) =>
      addPromptsAction({
        projectId,
        prompts: parsePastedPrompts(text).map((line) => ({ text: line, topic })),
      }),
    onSaved: ({ added, restored, existing }) =>
      toast({
        title: messages.added({ prompts: added + restored }),
        description: existing > 0 ? messages.existing({ existing }) : undefined,
      }),
  });
  const lines = parsePastedPrompts(form.values.text);
  return (
    <FormDialog
      {...form.dialog}
      title="Add prompts"
      description="One prompt per line, in the words your customers use."
      trigger={
        <Button Icon={Plus} kind="primary" denial={denial}>
          Add prompts
        </Button>
      }
      submitLabel={getSubmitLabel(lines.length)}
      disabled={lines.length === 0}
    >
      <TextArea {...form.field('text')} label="Prompts" rows={8} />
      <TopicField {...form.field('topic')} hint="Groups prompts in tables and filters." topics={topics} />
    </FormDialog>
  );
}

const messages = defineMessages({
  added: '{prompts, plural, one {# prompt} other {# prompts}} added',
  existing: '{existing, plural, one {# prompt} other {# prompts}} already existed.',
  archived: '{prompts, plural, one {# prompt} other {# prompts}} archived',
  changed: '{prompts, plural, one {# prompt} other {# prompts}} changed',
  editTitle: 'Edit topic, tags and language of {prompts, plural, one {# prompt} other {# prompts}}',
  edit: 'Edit {prompts, plural, one {# prompt} other {# prompts}}',
  archive: 'Archive {prompts, plural, one {# prompt} other {# prompts}}',
  add: '{prompts, plural, =0 {Add prompts} one {Add prompt} other {Add # prompts}}',
});

function getSubmitLabel(count: number): string {
  return messages.add({ prompts: count });
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
  /** Reason why the member can't edit prompts; null if they can. */
  denial: string | null;
}

/** Actions for selected prompts: edit topic and tags, archive. */
export function SelectedPrompts({ projectId, prompts, topics, onDone, denial }: SelectedPromptsProps) {
  const toast = useToast();
  const restore = useAction(addPromptsAction);
  const archive = useAction(archivePromptsAction, (archived) => {
    const archivedPrompts = prompts.map(({ text, topic, tags, language, isLanguageSet }) => ({
      text,
      topic,
      tags: [...tags],
      language: isLanguageSet ? language : null,
    }));
    onDone();
    toast({
      title: messages.archived({ prompts: archived }),
      description: 'Archived prompts aren’t sent anymore. Their answers are kept.',
      undo: () => restore.run({ projectId, prompts: archivedPrompts }),
    });
  });
  const promptIds = prompts.map(({ id }) => id);
  const form = useFormDialog({
    stored: { topic: '', tags: '', removedTags: [] as string[], language: '', detectsLanguage: false },
    save: ({ topic, tags, removedTags, language, detectsLanguage }) =>
      updatePromptsAction({
        projectId,
        promptIds,
        tags: splitList(tags),
        removedTags,
        ...(topic.trim() === '' ? {} : { topic }),
        ...(detectsLanguage || language.trim() !== '' ? { language: detectsLanguage ? '' : language } : {}),
      }),
    onSaved: (updated) => {
      onDone();
      toast({ title: messages.changed({ prompts: updated }) });
    },
  });
  const { topic, tags, removedTags, language, detectsLanguage } = form.values;
  const currentTags = [...new Set(prompts.flatMap((prompt) => prompt.tags))].sort();
  const remainingTags = currentTags.filter((tag) => !removedTags.includes(tag));
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <ErrorNotice problem={archive.problem} />
      <FormDialog
        {...form.dialog}
        title={messages.editTitle({ prompts: prompts.length })}
        description="Topics and tags group prompts in tables and filters. Engines are asked in this language."
        trigger={
          <Button Icon={FolderInput} size="small" denial={denial}>
            {messages.edit({ prompts: prompts.length })}
          </Button>
        }
        submitLabel="Save changes"
        disabled={
          [topic, language].every((text) => text.trim() === '') &&
          splitList(tags).length === 0 &&
          removedTags.length === 0 &&
          !detectsLanguage
        }
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
        <TextField
          {...form.field('language')}
          label="Language"
          hint={`A name or a code, such as German or fr. Leave empty to keep ${listLanguages(prompts)}.`}
          disabled={detectsLanguage}
        />
        <Checkbox
          label="Detect the language of each prompt"
          checked={detectsLanguage}
          onChange={(checked) => form.change({ detectsLanguage: checked })}
        />
      </FormDialog>
      <Button
        Icon={Archive}
        size="small"
        denial={denial}
        busy={archive.busy}
        onClick={() => archive.run({ projectId, promptIds })}
      >
        {messages.archive({ prompts: prompts.length })}
      </Button>
    </div>
  );
}

/** Lists the languages of prompts: "English, French and unknown". */
function listLanguages(prompts: readonly PromptRow[]): string {
  const names = prompts.map(({ language }) => (language === null ? 'unknown' : formatLanguage(language)));
  return formatList([...new Set(names)].sort());
}
