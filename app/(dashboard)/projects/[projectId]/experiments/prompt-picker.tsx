'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { formatPlural } from '#lib/format/numbers';

interface PromptChoiceProps {
  prompts: readonly { id: string; text: string; topic: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** Error of the selection. */
  error?: string;
}

const maxShown = 200;

/** Searchable list of prompts; those initially selected come first. */
export function PromptPicker({ prompts, selected, onChange, error }: PromptChoiceProps) {
  const [words, setWords] = useState('');
  const [first] = useState(() => new Set(selected));
  const wanted = words.trim().toLowerCase();
  const found = prompts.filter(({ text, topic }) => `${text} ${topic}`.toLowerCase().includes(wanted));
  const shown = found
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
    .slice(0, maxShown);
  const all = found.length > 0 && found.every(({ id }) => selected.includes(id));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Treatment prompts</legend>
      <TextField
        label={<span className="sr-only">Search prompts</span>}
        placeholder="Search by text or topic"
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={error}
      />
      <div className="flex items-center justify-between text-xs text-muted">
        <span>
          {formatPlural(selected.length, 'prompt')} selected; the other {prompts.length - selected.length} are
          the control group.
        </span>
        <Button
          kind="quiet"
          size="small"
          disabled={found.length === 0}
          onClick={() => {
            const ids = found.map(({ id }) => id);
            onChange(all ? selected.filter((id) => !ids.includes(id)) : [...new Set([...selected, ...ids])]);
          }}
        >
          {all ? 'Deselect all' : 'Select all'}
        </Button>
      </div>
      <ul className="h-52 overflow-y-auto rounded-lg border px-3 py-1">
        {shown.map(({ id, text }) => (
          <li key={id}>
            <Checkbox
              label={text}
              checked={selected.includes(id)}
              onChange={(checked) =>
                onChange(checked ? [...selected, id] : selected.filter((one) => one !== id))
              }
            />
          </li>
        ))}
        {found.length === 0 ? <li className="py-2 text-muted">No matching prompts.</li> : null}
        {found.length > maxShown ? (
          <li className="py-2 text-xs text-muted">
            {maxShown} of {found.length}. Search to narrow the list.
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
