'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { formatPlural } from '#lib/core/numbers';

interface PromptPickerProps {
  prompts: readonly { id: string; text: string; topic: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  error?: string;
}

const maxShown = 200;

/** Searchable list of prompts; those initially selected come first. */
export function PromptPicker({ prompts, selected, onChange, error }: PromptPickerProps) {
  const [search, setSearch] = useState('');
  const [initiallySelected] = useState(() => new Set(selected));
  const lowerCaseSearch = search.trim().toLowerCase();
  const matching = prompts.filter(({ text, topic }) =>
    `${text} ${topic}`.toLowerCase().includes(lowerCaseSearch),
  );
  const shown = matching
    .toSorted((a, b) => Number(initiallySelected.has(b.id)) - Number(initiallySelected.has(a.id)))
    .slice(0, maxShown);
  const isAllSelected = matching.length > 0 && matching.every(({ id }) => selected.includes(id));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Affected prompts</legend>
      <TextField
        label={<span className="sr-only">Search prompts</span>}
        placeholder="Search by text or topic"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        error={error}
      />
      <div className="flex items-center justify-between text-xs text-muted">
        <span>
          {formatPlural(selected.length, 'prompt')} selected, to be compared with the most similar of the
          other {prompts.length - selected.length}. Leave some prompts of each topic out.
        </span>
        <Button
          kind="quiet"
          size="small"
          disabled={matching.length === 0}
          onClick={() => {
            const ids = matching.map(({ id }) => id);
            onChange(
              isAllSelected
                ? selected.filter((id) => !ids.includes(id))
                : [...new Set([...selected, ...ids])],
            );
          }}
        >
          {isAllSelected ? 'Deselect all' : 'Select all'}
        </Button>
      </div>
      <ul className="h-52 overflow-y-auto rounded-lg border px-3 py-1">
        {shown.map(({ id, text }) => (
          <li key={id}>
            <Checkbox
              label={text}
              checked={selected.includes(id)}
              onChange={(checked) =>
                onChange(checked ? [...selected, id] : selected.filter((other) => other !== id))
              }
            />
          </li>
        ))}
        {matching.length === 0 ? <li className="py-2 text-muted">No matching prompts.</li> : null}
        {matching.length > maxShown ? (
          <li className="py-2 text-xs text-muted">
            Showing {maxShown} of {matching.length} prompts. Search to narrow the list.
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
