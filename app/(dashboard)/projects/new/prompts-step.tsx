'use client';

import { Sparkles } from 'lucide-react';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { TextArea, TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import type { SuggestedPrompt } from '#lib/dashboard/onboarding/suggest-prompts';
import { useAction } from '../../use-action';
import { CsvButton } from '../csv-file';
import { draftPromptsAction } from './actions';
import {
  chosenPrompts,
  intentTopics,
  type ListedPrompt,
  namedCompetitors,
  type ProjectDraft,
  withPrompts,
  withTyped,
} from './project-draft';
import { PromptsCsvNotes, usePromptsCsv } from './prompts-csv';

interface PromptsStepProps {
  draft: ProjectDraft;
  onChange: (part: Partial<ProjectDraft>) => void;
}

/** What customers would ask: drafted from what is sold, typed, pasted, or read from a file. */
export function PromptsStep({ draft, onChange }: PromptsStepProps) {
  const { category, prompts, typedPrompts } = draft;
  const add = (more: Parameters<typeof withPrompts>[1]) => onChange({ prompts: withPrompts(prompts, more) });
  const suggest = useAction(draftPromptsAction, (drafts: SuggestedPrompt[]) =>
    add(drafts.map(({ text, intent }) => ({ text, topic: intentTopics[intent], tags: [], language: 'en' }))),
  );
  const file = usePromptsCsv(prompts, (next) => onChange({ prompts: next }));
  const change = (key: string, part: Partial<ListedPrompt>) =>
    onChange({ prompts: prompts.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  const chosen = chosenPrompts(draft).length;
  return (
    <>
      <Section
        title="Prompts"
        note="The questions your customers ask an answer engine, in their words."
        aside={<CsvButton onRead={file.open}>Read prompts from a CSV</CsvButton>}
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              suggest.run({
                category,
                own: draft.own.name,
                competitors: namedCompetitors(draft).map(({ name }) => name.trim()),
              });
            }}
          >
            <TextField
              label="What do you sell?"
              hint="In the plural, such as “trail running shoes”. Prompts are drafted from it by intent."
              value={category}
              onChange={(event) => onChange({ category: event.target.value })}
            />
            <Button type="submit" className="mt-3" busy={suggest.busy} disabled={category.trim() === ''}>
              <Sparkles aria-hidden />
              Draft prompts
            </Button>
          </form>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              // The button rests until there is something to add again.
              event.currentTarget.querySelector('textarea')?.focus();
              onChange({ prompts: withTyped(draft).prompts, typedPrompts: '' });
            }}
          >
            <TextArea
              label="Your own, one a line"
              rows={3}
              value={typedPrompts}
              onChange={(event) => onChange({ typedPrompts: event.target.value })}
            />
            <Button type="submit" className="mt-3" disabled={typedPrompts.trim() === ''}>
              Add
            </Button>
          </form>
        </div>
        {suggest.problem || file.problem ? (
          <div className="mt-4">
            <Notice tone="danger">{(suggest.problem ?? file.problem)?.message}</Notice>
          </div>
        ) : null}
        {file.found ? <PromptsCsvNotes found={file.found} onReadAgain={file.readAgain} /> : null}
      </Section>
      {prompts.length > 0 ? (
        <Section
          title={`${chosen} of ${prompts.length} ${prompts.length === 1 ? 'prompt' : 'prompts'} chosen`}
          note="Change the words as you like; what is not ticked is not asked."
        >
          <ul className="flex flex-col">
            {prompts.map((prompt) => (
              <li
                key={prompt.key}
                className="flex min-h-10 items-center gap-3 border-t py-1 first:border-t-0"
              >
                <Checkbox
                  label={`Ask “${prompt.text}”`}
                  labelHidden
                  checked={prompt.chosen}
                  onChange={(on) => change(prompt.key, { chosen: on })}
                />
                <textarea
                  aria-label="Prompt"
                  rows={1}
                  value={prompt.text}
                  onChange={(event) => change(prompt.key, { text: event.target.value.replaceAll('\n', ' ') })}
                  className="field-sizing-content min-w-0 flex-1 resize-none rounded-md border border-transparent bg-transparent px-2 py-[5px] hover:border-hairline focus:border-control"
                />
                {prompt.topic ? <Chip>{prompt.topic}</Chip> : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
