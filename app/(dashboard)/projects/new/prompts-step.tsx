'use client';

import { Sparkles } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { Section } from '#components/sections/section';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { TextArea, TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { ErrorNotice } from '#components/ui/notice';
import { defineMessages } from '#lib/core/messages';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { SuggestedPrompt } from '#lib/dashboard/onboarding/suggest-prompts';
import type { ParsedPrompts, ParseOptions } from '#lib/dashboard/prompts/parse-prompts-csv';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { readPromptsAction, suggestPromptsAction } from '../actions';
import { CsvInput, ParseOptionsFields } from '../csv-file';
import { SkippedLines } from '../skipped-lines';
import {
  addPendingEntries,
  appendPrompts,
  getNamedCompetitors,
  getSelectedPrompts,
  intentTopics,
  type ProjectDraft,
  type PromptDraft,
} from './project-draft';

interface PromptsStepProps {
  draft: ProjectDraft;
  onChange: (part: Partial<ProjectDraft>) => void;
  schedule: ScheduleDraft;
  creditsRemaining: CreditBalance;
}

const messages = defineMessages({
  cost: 'One run on {engines, plural, one {# engine} other {# engines}} costs {credits, plural, one {# credit} other {# credits}}{balance, select, known { ({left, plural, one {# is} other {# are}} left this month)} other {}} and gives {answers, plural, one {# answer} other {# answers}}. You choose engines in the next step.',
  selected: '{selected, number} of {prompts, plural, one {# prompt} other {# prompts}} selected',
});

/** Third step: prompts that are suggested for a category, typed or imported. */
export function PromptsStep({ draft, onChange, schedule, creditsRemaining }: PromptsStepProps) {
  const { category, prompts, typedPrompts } = draft;
  const add = (newPrompts: Parameters<typeof appendPrompts>[1]) =>
    onChange({ prompts: appendPrompts(prompts, newPrompts) });
  const suggest = useAction(suggestPromptsAction, (suggestions: SuggestedPrompt[]) =>
    add(
      suggestions.map(({ text, intent }) => ({
        text,
        topic: intentTopics[intent],
        tags: [],
        language: null,
      })),
    ),
  );
  const file = usePromptsCsv(prompts, (next) => onChange({ prompts: next }));
  const change = (key: string, part: Partial<PromptDraft>) =>
    onChange({ prompts: prompts.map((prompt) => (prompt.key === key ? { ...prompt, ...part } : prompt)) });
  const selectedCount = getSelectedPrompts(draft).length;
  return (
    <>
      <Section
        title="Add prompts"
        note="Questions your customers ask AI engines, in their own words."
        aside={<CsvInput onRead={file.open}>Import prompts from CSV</CsvInput>}
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <Form
            className="flex flex-col gap-3"
            onSubmit={() =>
              suggest.run({
                category,
                own: draft.own.name,
                competitors: getNamedCompetitors(draft).map(({ name }) => name.trim()),
              })
            }
            busy={suggest.busy}
            disabled={category.trim() === ''}
            Icon={Sparkles}
            submitLabel="Draft prompts"
          >
            <TextField
              label="Product category"
              hint="Plural, such as “trail running shoes”. We draft prompts with different intents, such as comparing products or asking for prices."
              value={category}
              onChange={(event) => onChange({ category: event.target.value })}
            />
          </Form>
          <Form
            className="flex flex-col gap-3"
            onSubmit={(form) => {
              // The button is disabled after this, so the focus moves to the input.
              form.querySelector('textarea')?.focus();
              onChange({ prompts: addPendingEntries(draft).prompts, typedPrompts: '' });
            }}
            disabled={typedPrompts.trim() === ''}
            submitLabel="Add prompts"
          >
            <TextArea
              label="Your own prompts, one per line"
              rows={3}
              value={typedPrompts}
              onChange={(event) => onChange({ typedPrompts: event.target.value })}
            />
          </Form>
        </div>
        <ErrorNotice problem={suggest.problem ?? file.problem} className="mt-4" />
        {file.result ? (
          <div className="mt-4 flex flex-col gap-4">
            <ParseOptionsFields file={file.result} onChange={file.parseAgain} />
            <SkippedLines
              errors={file.result.errors}
              header={file.result.header}
              fileName={file.name}
              validCount={file.result.prompts.length}
            />
          </div>
        ) : null}
      </Section>
      {prompts.length > 0 ? (
        <Section
          title={messages.selected({ selected: selectedCount, prompts: prompts.length })}
          note="Edit prompts as needed. Only selected prompts are sent."
        >
          <p className="mb-3" role="status">
            {describeCost(selectedCount, schedule, creditsRemaining)}
          </p>
          <ul className="flex flex-col">
            {prompts.map((prompt) => (
              <li
                key={prompt.key}
                className="flex min-h-10 items-center gap-3 border-t py-1 first:border-t-0"
              >
                <Checkbox
                  label={`Include “${prompt.text}”`}
                  labelHidden
                  checked={prompt.selected}
                  onChange={(on) => change(prompt.key, { selected: on })}
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

/** Describes the cost of a run: "One run on 3 engines costs 210 credits (500 are left this month) and gives 42 answers." */
function describeCost(promptCount: number, schedule: ScheduleDraft, creditsRemaining: CreditBalance): string {
  const cost = calculateScheduleCost({ ...schedule, promptCount });
  return messages.cost({
    engines: schedule.engines.length,
    credits: cost.creditsPerRun,
    balance: typeof creditsRemaining === 'number' ? 'known' : 'other',
    left: typeof creditsRemaining === 'number' ? creditsRemaining : 0,
    answers: cost.answersPerRun,
  });
}

/** Adds the prompts of a CSV file to the list. Reading it again with other options replaces them. */
function usePromptsCsv(prompts: readonly PromptDraft[], onChange: (prompts: PromptDraft[]) => void) {
  const [file, setFile] = useState({ csv: '', name: '' });
  const [result, setResult] = useState<ParsedPrompts>();
  const importedTexts = useRef<ReadonlySet<string>>(new Set());
  const { run, problem } = useAction(readPromptsAction, (parsed) => {
    const otherPrompts = prompts.filter(({ text }) => !importedTexts.current.has(text));
    const next = appendPrompts(otherPrompts, parsed.prompts);
    importedTexts.current = new Set(next.slice(otherPrompts.length).map(({ text }) => text));
    setResult(parsed);
    onChange(next);
  });
  const open = (csv: string, name: string) => {
    importedTexts.current = new Set();
    setFile({ csv, name });
    run({ csv });
  };
  const parseAgain = (options: ParseOptions) => run({ csv: file.csv, options });
  return { open, parseAgain, name: file.name, result, problem };
}
