'use client';

import { Plus, X } from 'lucide-react';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { focusNextItem } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { BrandFields } from '../brand-fields';
import { addPendingEntries, type ProjectDraft } from './project-draft';

interface CompetitorsStepProps {
  draft: ProjectDraft;
  onChange: (part: Partial<ProjectDraft>) => void;
  getError: (field: string) => string | undefined;
}

/** Second step: competitors. Only a name is required. */
export function CompetitorsStep({ draft, onChange, getError }: CompetitorsStepProps) {
  const { competitors, typedCompetitors } = draft;
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
          onChange({ competitors: addPendingEntries(draft).competitors, typedCompetitors: '' });
        }}
      >
        <TextField
          label="Names"
          hint="Comma-separated."
          className="min-w-0 flex-1"
          value={typedCompetitors}
          onChange={(event) => onChange({ typedCompetitors: event.target.value })}
        />
        <Button Icon={Plus} type="submit" disabled={typedCompetitors.trim() === ''} className="mb-[22px]">
          Add competitors
        </Button>
      </form>
      <ul className="flex flex-col">
        {competitors.map((competitor, index) => (
          <li key={competitor.key} className="flex items-start gap-2 border-t py-2">
            <details className="min-w-0 flex-1" open={getError(`project.competitors.${index}`) !== undefined}>
              <summary className="flex h-8 cursor-pointer items-center gap-3 rounded-md">
                <span className="font-medium">{competitor.name || 'New competitor'}</span>
                <span className="truncate text-xs text-muted">
                  {competitor.domains || 'No domain yet, so citations aren’t counted'}
                </span>
              </summary>
              <div className="py-4">
                <BrandFields
                  draft={competitor}
                  onChange={(next) =>
                    onChange({
                      competitors: competitors.with(index, { ...next, key: competitor.key }),
                    })
                  }
                  getError={(field) => getError(`project.competitors.${index}.${field}`)}
                />
              </div>
            </details>
            <Button
              kind="quiet"
              size="icon"
              aria-label={`Remove ${competitor.name || 'competitor'}`}
              data-removes
              onClick={(event) => {
                focusNextItem(event.currentTarget);
                onChange({ competitors: competitors.toSpliced(index, 1) });
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
