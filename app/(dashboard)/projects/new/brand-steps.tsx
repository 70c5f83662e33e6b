'use client';

import { Globe, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '#app/(dashboard)/use-form.ts';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { focusNextItem } from '#components/ui/chip';
import { classes, inputClasses } from '#components/ui/classes';
import { TextField } from '#components/ui/field';
import { Form, FormBody } from '#components/ui/form';
import { Notice } from '#components/ui/notice';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { toUnicodeHost } from '#lib/core/urls/unicode-host';
import type { SiteSuggestion } from '#lib/dashboard/onboarding/suggest-brand';
import type { ParsedBrands } from '#lib/dashboard/prompts/parse-brands-csv';
import { suggestBrandAction } from '../actions';
import { AmbiguousNameNotice } from '../ambiguous-name-notice';
import { type BrandDraft, toBrandInput } from '../brand-draft';
import { BrandFields } from '../brand-fields';
import { BrandPreview } from '../brand-preview';
import { CsvInput } from '../csv-file';
import { SkippedLines } from '../skipped-lines';
import { addPendingEntries, type CompetitorDraft, type ProjectDraft } from './project-draft';

/** The selected CSV file of brands. */
export interface BrandsFile {
  name: string;
  /** Undefined while the file is being parsed. */
  parsed?: ParsedBrands;
}

interface BrandStepProps {
  draft: ProjectDraft;
  onChange: (part: Partial<ProjectDraft>) => void;
  onBrandsCsv: (csv: string, fileName: string) => void;
  brandsFile: BrandsFile | null;
  getError: (field: string) => string | undefined;
}

/** First step: the brand, read from its website or typed. */
export function BrandStep({ draft: { own }, onChange, onBrandsCsv, brandsFile, getError }: BrandStepProps) {
  const website = useForm({
    stored: { site: '' },
    save: (input) => suggestBrandAction(input),
    onSaved: (found) => {
      const aliases = new Set([...toBrandInput(own).aliases, ...found.aliases]);
      const domains = found.domains.map(toUnicodeHost).join(', ');
      onChange({
        own: { ...own, name: found.name || own.name, aliases: [...aliases].join(', '), domains },
      });
    },
  });
  const suggestion = website.saved?.value;
  return (
    <>
      <Section
        title="Website"
        note="We read the name, aliases and domain from the site; review them below."
        aside={<CsvInput onRead={onBrandsCsv}>Import brands from CSV</CsvInput>}
      >
        <Form
          className="flex max-w-xl flex-wrap items-end gap-2"
          onSubmit={website.form.onSubmit}
          busy={website.form.busy}
          disabled={website.values.site.trim() === ''}
          Icon={Globe}
          submitLabel={website.form.busy ? 'Reading…' : 'Get brand details'}
        >
          <TextField
            label="Website"
            className="min-w-0 flex-1"
            placeholder="example.com"
            inputMode="url"
            autoComplete="url"
            {...website.field('site')}
            error={undefined}
          />
        </Form>
        <div className="mt-3 max-w-xl" aria-live="polite">
          {website.problem ? (
            <Notice tone="danger">{website.getError('site') ?? website.problem.message}</Notice>
          ) : suggestion ? (
            <Notice tone={suggestion.error ? 'warning' : 'plain'}>
              {suggestion.error ?? describeSuggestion(suggestion)}
            </Notice>
          ) : null}
        </div>
        {brandsFile?.parsed ? (
          <div className="mt-3 max-w-xl">
            <SkippedLines
              errors={brandsFile.parsed.errors}
              header={brandsFile.parsed.header}
              fileName={brandsFile.name}
              validCount={brandsFile.parsed.competitors.length + (brandsFile.parsed.own ? 1 : 0)}
            />
          </div>
        ) : null}
      </Section>
      <Section
        title="Brand"
        note="Names determine what counts as a mention; domains determine what counts as a citation."
      >
        <BrandFields
          draft={own}
          onChange={(next) => onChange({ own: next })}
          getError={(field) => getError(`project.own.${field}`)}
        />
        <div className="mt-4">
          <BrandPreview draft={own} onChange={(next) => onChange({ own: next })} />
        </div>
      </Section>
    </>
  );
}

const messages = defineMessages({
  found: 'Found “{name}” in {source, select, title {the page title} other {{format} data}}.',
  description: 'Description: “{description}”',
});

function describeSuggestion({ name, readFrom, description }: SiteSuggestion): string {
  if (!readFrom) return 'No brand name found on the site. Enter it below.';
  return joinSentences([
    messages.found({ name, source: readFrom === 'title' ? 'title' : 'other', format: readFrom }),
    description ? messages.description({ description }) : null,
  ]);
}

interface CompetitorsStepProps {
  draft: ProjectDraft;
  onChange: (part: Partial<ProjectDraft>) => void;
  getError: (field: string) => string | undefined;
}

/** Second step: competitors. A name or a website is enough. */
export function CompetitorsStep({ draft, onChange, getError }: CompetitorsStepProps) {
  const { competitors, typedCompetitors } = draft;
  return (
    <Section
      title="Add competitors"
      note="Share of voice compares your brand with them. The first eight have distinct colors. You can skip this step."
    >
      <FormBody
        className="mb-6 flex max-w-xl flex-col gap-2 sm:flex-row"
        onSubmit={(form) => {
          // The button is disabled after this, so the focus moves to the input.
          form.querySelector('input')?.focus();
          onChange({ competitors: addPendingEntries(draft).competitors, typedCompetitors: '' });
        }}
      >
        <TextField
          label="Names or websites"
          hint="Separate with commas. A name can be followed by its website: Acme acme.com, Globex, example.com."
          className="min-w-0 flex-1"
          value={typedCompetitors}
          onChange={(event) => onChange({ typedCompetitors: event.target.value })}
        />
        <Button
          Icon={Plus}
          type="submit"
          disabled={typedCompetitors.trim() === ''}
          className="self-start sm:mt-[26px]"
        >
          Add competitors
        </Button>
      </FormBody>
      <ul className="flex flex-col">
        {competitors.map((competitor, index) => (
          <CompetitorRow
            key={competitor.key}
            competitor={competitor}
            onChange={(next) =>
              onChange({ competitors: competitors.with(index, { ...next, key: competitor.key }) })
            }
            onRemove={() => onChange({ competitors: competitors.toSpliced(index, 1) })}
            getError={(field) => getError(`project.competitors.${index}${field && `.${field}`}`)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface CompetitorRowProps {
  competitor: CompetitorDraft;
  onChange: (competitor: BrandDraft) => void;
  onRemove: () => void;
  /** Returns the error of a field; with '', the error of any field. */
  getError: (field: keyof BrandDraft | '') => string | undefined;
}

/** A competitor with its website; its other settings open below. */
function CompetitorRow({ competitor, onChange, onRemove, getError }: CompetitorRowProps) {
  const [isOpen, setOpen] = useState(false);
  const name = competitor.name || 'New competitor';
  const showsAll = isOpen || getError('') !== undefined;
  return (
    <li className="border-t py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-32 flex-1 basis-40 font-medium wrap-anywhere">{name}</span>
        <input
          aria-label={`Website of ${name}`}
          placeholder="Website, to count citations"
          inputMode="url"
          autoComplete="off"
          className={classes(inputClasses, 'h-8 min-w-40 flex-1 basis-56 sm:max-w-72')}
          value={competitor.domains}
          onChange={(event) => onChange({ ...competitor, domains: event.target.value })}
        />
        <span className="flex items-center">
          <Button
            kind="quiet"
            size="small"
            aria-expanded={showsAll}
            aria-label={`More settings of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            More
          </Button>
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Remove ${name}`}
            data-removes
            onClick={(event) => {
              focusNextItem(event.currentTarget);
              onRemove();
            }}
          >
            <X aria-hidden />
          </Button>
        </span>
      </div>
      {showsAll ? (
        <div className="flex flex-col gap-4 py-4">
          <BrandFields draft={competitor} onChange={onChange} getError={getError} />
          <BrandPreview draft={competitor} onChange={onChange} />
        </div>
      ) : (
        <AmbiguousNameNotice draft={competitor} onChange={onChange} />
      )}
    </li>
  );
}
