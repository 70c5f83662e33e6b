'use client';

import { Globe, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { focusNextItem } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import type { SiteSuggestion } from '#lib/dashboard/onboarding/suggest-brand';
import { getFieldMessage, useAction } from '../../use-action';
import { suggestBrandAction } from '../actions';
import { BrandFields, toBrandInput } from '../brand-fields';
import { CsvInput } from '../csv-file';
import { addPendingEntries, type ProjectDraft } from './project-draft';

interface BrandStepProps {
  draft: ProjectDraft;
  onChange: (part: Partial<ProjectDraft>) => void;
  onBrandsCsv: (csv: string) => void;
  getError: (field: string) => string | undefined;
}

/** First step: the brand, read from its website or typed. */
export function BrandStep({ draft: { own }, onChange, onBrandsCsv, getError }: BrandStepProps) {
  const [site, setSite] = useState('');
  const [suggestion, setSuggestion] = useState<SiteSuggestion | null>(null);
  const suggest = useAction(suggestBrandAction, (suggestion) => {
    setSuggestion(suggestion);
    const aliases = new Set([...toBrandInput(own).aliases, ...suggestion.aliases]);
    const domains = suggestion.domains.join(', ');
    onChange({
      own: { ...own, name: suggestion.name || own.name, aliases: [...aliases].join(', '), domains },
    });
  });
  return (
    <>
      <Section
        title="Website"
        note="We read the name, aliases and domain from the site; review them below."
        aside={<CsvInput onRead={onBrandsCsv}>Import brands from CSV</CsvInput>}
      >
        <form
          className="flex max-w-xl flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            suggest.run({ site });
          }}
        >
          <TextField
            label="Website"
            className="min-w-0 flex-1"
            placeholder="example.com"
            inputMode="url"
            autoComplete="url"
            value={site}
            onChange={(event) => setSite(event.target.value)}
          />
          <Button Icon={Globe} type="submit" busy={suggest.busy} disabled={site.trim() === ''}>
            {suggest.busy ? 'Reading…' : 'Read site'}
          </Button>
        </form>
        <div className="mt-3 max-w-xl" aria-live="polite">
          {suggest.problem ? (
            <Notice tone="danger">
              {getFieldMessage(suggest.problem, 'site') ?? suggest.problem.message}
            </Notice>
          ) : suggestion ? (
            <Notice tone={suggestion.problem ? 'notice' : 'plain'}>
              {suggestion.problem ?? describeSuggestion(suggestion)}
            </Notice>
          ) : null}
        </div>
      </Section>
      <Section
        title="Brand"
        note="Names determine what counts as a mention, domains what counts as a citation."
      >
        <BrandFields
          draft={own}
          onChange={(next) => onChange({ own: next })}
          getError={(field) => getError(`project.own.${field}`)}
        />
      </Section>
    </>
  );
}

function describeSuggestion({ name, readFrom, description }: SiteSuggestion): string {
  if (!readFrom) return 'No brand name found on the site. Enter it below.';
  const source = readFrom === 'title' ? 'the page title' : `${readFrom} data`;
  return `Found “${name}” in ${source}.${description ? ` Description: “${description}”` : ''}`;
}

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
          label="Names or websites"
          hint="Comma-separated, such as: Acme acme.com, example.com"
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
