'use client';

import { Globe } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import type { SiteSuggestion } from '#lib/dashboard/onboarding/suggest-brand';
import { fieldMessage, useAction } from '../../use-action';
import { type BrandDraft, BrandFields, toBrandInput } from '../brand-fields';
import { CsvButton } from '../csv-file';
import { suggestBrandAction } from './actions';

interface BrandStepProps {
  own: BrandDraft;
  onChange: (own: BrandDraft) => void;
  onBrandsCsv: (csv: string) => void;
  problemOf: (field: string) => string | undefined;
}

/** The own brand: read from its site, or typed. */
export function BrandStep({ own, onChange, onBrandsCsv, problemOf }: BrandStepProps) {
  const [site, setSite] = useState('');
  const [read, setRead] = useState<SiteSuggestion | null>(null);
  const suggest = useAction(suggestBrandAction, (found) => {
    setRead(found);
    const aliases = new Set([...toBrandInput(own).aliases, ...found.aliases]);
    onChange({
      ...own,
      name: found.name || own.name,
      aliases: [...aliases].join(', '),
      domains: found.domains.join(', '),
    });
  });
  return (
    <>
      <Section
        title="Its website"
        note="The name, other names and domain are read from the site; you look them over."
        aside={<CsvButton onRead={onBrandsCsv}>Read brands from a CSV</CsvButton>}
      >
        <form
          className="flex max-w-xl flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            suggest.run(site);
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
          <Button type="submit" busy={suggest.busy} disabled={site.trim() === ''}>
            <Globe aria-hidden />
            {suggest.busy ? 'Reading…' : 'Read the site'}
          </Button>
        </form>
        <div className="mt-3 max-w-xl" aria-live="polite">
          {suggest.problem ? (
            <Notice tone="danger">{fieldMessage(suggest.problem, 'site') ?? suggest.problem.message}</Notice>
          ) : read ? (
            <Notice tone={read.problem ? 'notice' : 'plain'}>{read.problem ?? whatWasRead(read)}</Notice>
          ) : null}
        </div>
      </Section>
      <Section
        title="The brand"
        note="Names decide what counts as a mention, domains what counts as a citation."
      >
        <BrandFields
          draft={own}
          onChange={onChange}
          problemOf={(field) => problemOf(`project.own.${field}`)}
          wordLists
        />
      </Section>
    </>
  );
}

function whatWasRead({ name, readFrom, description }: SiteSuggestion): string {
  if (!readFrom) return 'The site names nobody. Type the brand’s name.';
  const source = readFrom === 'title' ? 'its title' : `its ${readFrom} data`;
  return `The site calls itself “${name}” in ${source}.${description ? ` It says: “${description}”` : ''}`;
}
