'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { formatPlural } from '#lib/format/numbers';

interface PromptChoiceProps {
  prompts: readonly { id: string; text: string; topic: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What is wrong with the choice. */
  error?: string;
}

const mostShown = 200;

/** Prompts to choose from a list that words narrow down; those chosen when it opened stand first. */
export function PromptPicker({ prompts, chosen, onChange, error }: PromptChoiceProps) {
  const [words, setWords] = useState('');
  const [first] = useState(() => new Set(chosen));
  const wanted = words.trim().toLowerCase();
  const found = prompts.filter(({ text, topic }) => `${text} ${topic}`.toLowerCase().includes(wanted));
  const shown = found
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
    .slice(0, mostShown);
  const all = found.length > 0 && found.every(({ id }) => chosen.includes(id));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Prompts it should move</legend>
      <TextField
        label={<span className="sr-only">Find prompts</span>}
        placeholder="Find by words or topic"
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={error}
      />
      <div className="flex items-center justify-between text-xs text-muted">
        <span>
          {formatPlural(chosen.length, 'prompt')} chosen; the other {prompts.length - chosen.length} are the
          control.
        </span>
        <Button
          kind="quiet"
          size="small"
          disabled={found.length === 0}
          onClick={() => {
            const ids = found.map(({ id }) => id);
            onChange(all ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])]);
          }}
        >
          {all ? 'Choose none of these' : 'Choose all of these'}
        </Button>
      </div>
      <ul className="h-52 overflow-y-auto rounded-lg border px-3 py-1">
        {shown.map(({ id, text }) => (
          <li key={id}>
            <Checkbox
              label={text}
              checked={chosen.includes(id)}
              onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          </li>
        ))}
        {found.length === 0 ? <li className="py-2 text-muted">No prompt has these words.</li> : null}
        {found.length > mostShown ? (
          <li className="py-2 text-xs text-muted">
            {mostShown} of {found.length}. Narrow them down by words.
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
