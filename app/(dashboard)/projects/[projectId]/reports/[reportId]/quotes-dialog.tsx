'use client';

import { useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { formatCountry } from '#lib/contract/country-names';
import { formatEngineWithModel } from '#lib/contract/engine-labels';
import { formatDate } from '#lib/core/dates';
import { formatFacts } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';
import { listQuotableAnswersAction } from '../actions';
import { useEditor } from './editor';

interface QuotesDialogProps {
  answerIds: readonly string[];
  onSave: (answerIds: string[]) => void;
}

const maxQuotes = 10;

const messages = defineMessages({
  quote: 'Quote {answers, plural, one {# answer} other {# answers}}',
});

/** Dialog that selects the answers to quote, from the newest that match the report's filters. */
export function QuotesDialog({ answerIds, onSave }: QuotesDialogProps) {
  const editor = useEditor();
  const [open, setOpen] = useState(false);
  const [selected, setSelected] = useState<readonly string[]>(answerIds);
  const [search, setSearch] = useState('');
  const [answers, setAnswers] = useState<readonly AnswerListItem[]>([]);
  const listing = useAction(listQuotableAnswersAction, setAnswers);
  if (!editor) return null;
  const { projectId, reportId } = editor.report;
  const load = () => listing.run({ projectId, reportId, search });
  return (
    <Dialog
      title="Select answers"
      description={`Up to ${maxQuotes} answers. Each is shown as an excerpt around its first brand mention.`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) return;
        setSelected(answerIds);
        load();
      }}
      trigger={<Button size="small">Select answers</Button>}
      actions={
        <Button
          kind="primary"
          onClick={() => {
            onSave([...selected]);
            setOpen(false);
          }}
        >
          {messages.quote({ answers: selected.length })}
        </Button>
      }
    >
      <Form
        className="mb-3 flex flex-wrap items-end gap-2"
        onSubmit={load}
        busy={listing.busy}
        problem={listing.problem?.message}
        submitLabel="Search answers"
      >
        <TextField
          label="Text in the answer"
          className="flex-1"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Form>
      <ul className="divide-y">
        {answers.map((answer) => (
          <li key={answer.id} className="py-2">
            <Checkbox
              label={
                <>
                  <span className="font-medium">{answer.prompt}</span>
                  <span className="block text-xs text-muted">
                    {formatFacts([
                      formatEngineWithModel(answer),
                      formatCountry(answer.country),
                      formatDate(answer.requestedAt),
                    ])}
                  </span>
                  <span className="mt-1 line-clamp-2 text-muted">{answer.excerpt.text}</span>
                </>
              }
              checked={selected.includes(answer.id)}
              onChange={(isSelected) =>
                setSelected((before) =>
                  isSelected
                    ? [...before, answer.id].slice(0, maxQuotes)
                    : before.filter((id) => id !== answer.id),
                )
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
