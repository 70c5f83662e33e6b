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
  /** Adds the typed names. */
  onAdd: () => void;
  onChange: (competitors: ListedBrand[]) => void;
  getError: (field: string) => string | undefined;
}

/** Second step: competitors. Only a name is required. */
export function CompetitorsStep(props: CompetitorsStepProps) {
  const { competitors, typed, onType, onAdd, onChange, getError } = props;
  return (
    <Section
      title="Competitors"
      note="Share of voice compares your brand with them. The first eight have distinct colors; you can skip this step."
    >
      <form
        className="mb-6 flex max-w-xl flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          // The button is disabled after this, so the focus moves to the input.
          event.currentTarget.querySelector('input')?.focus();
          onAdd();
        }}
      >
        <TextField
          label="Names"
          hint="Comma-separated."
          className="min-w-0 flex-1"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        <Button Icon={Plus} type="submit" disabled={typed.trim() === ''} className="mb-[22px]">
          Add competitors
        </Button>
      </form>
      <ul className="flex flex-col">
        {competitors.map((draft, index) => (
          <li key={draft.key} className="flex items-start gap-2 border-t py-2">
            <details className="min-w-0 flex-1" open={getError(`project.competitors.${index}`) !== undefined}>
              <summary className="flex h-8 cursor-pointer items-center gap-3 rounded-md">
                <span className="font-medium">{draft.name || 'New competitor'}</span>
                <span className="truncate text-xs text-muted">
                  {draft.domains || 'No domain yet, so citations aren’t counted'}
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
                  getError={(field) => getError(`project.competitors.${index}.${field}`)}
                />
              </div>
            </details>
            <Button
              kind="quiet"
              size="icon"
              aria-label={`Remove ${draft.name || 'competitor'}`}
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
