'use client';

import { Plus, X } from 'lucide-react';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { focusNextItem } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { BrandFields } from '../brand-fields';
import type { ListedBrand } from './project-draft';

interface CompetitorsStepProps {
  competitors: readonly ListedBrand[];
  typed: string;
  onType: (names: string) => void;
  /** Adds the names typed. */
  onAdd: () => void;
  onChange: (competitors: ListedBrand[]) => void;
  problemOf: (field: string) => string | undefined;
}

/** Who is named instead: a name is enough, the rest can be opened. */
export function CompetitorsStep(props: CompetitorsStepProps) {
  const { competitors, typed, onType, onAdd, onChange, problemOf } = props;
  return (
    <Section
      title="Competitors"
      note="Share of voice is measured against them. Up to eight have a colour of their own; you can go on without any."
    >
      <form
        className="mb-6 flex max-w-xl flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          // The button rests until there is something to add again.
          event.currentTarget.querySelector('input')?.focus();
          onAdd();
        }}
      >
        <TextField
          label="Names"
          hint="As people write them, with commas between."
          className="min-w-0 flex-1"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        <Button type="submit" disabled={typed.trim() === ''} className="mb-[22px]">
          <Plus aria-hidden />
          Add
        </Button>
      </form>
      <ul className="flex flex-col">
        {competitors.map((draft, index) => (
          <li key={draft.key} className="flex items-start gap-2 border-t py-2">
            <details
              className="min-w-0 flex-1"
              open={problemOf(`project.competitors.${index}`) !== undefined}
            >
              <summary className="flex h-8 cursor-pointer items-center gap-3 rounded-md">
                <span className="font-medium">{draft.name || 'A competitor'}</span>
                <span className="truncate text-xs text-muted">
                  {draft.domains || 'no domain yet: its citations are not counted'}
                </span>
              </summary>
              <div className="py-4">
                <BrandFields
                  draft={draft}
                  onChange={(next) =>
                    onChange(
                      competitors.map((one) => (one.key === draft.key ? { ...next, key: one.key } : one)),
                    )
                  }
                  problemOf={(field) => problemOf(`project.competitors.${index}.${field}`)}
                  wordLists
                />
              </div>
            </details>
            <Button
              kind="quiet"
              size="icon"
              aria-label={`Remove ${draft.name || 'this competitor'}`}
              data-removes
              onClick={(event) => {
                focusNextItem(event.currentTarget);
                onChange(competitors.filter((one) => one.key !== draft.key));
              }}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
