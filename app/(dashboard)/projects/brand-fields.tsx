'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '#components/ui/field';
import { splitList } from '#lib/core/text';

/** A brand as it stands in a form: lists are typed with commas between. */
export interface BrandDraft {
  name: string;
  aliases: string;
  domains: string;
  requiredContext: string;
  excludedContext: string;
}

export const emptyBrand: BrandDraft = {
  name: '',
  aliases: '',
  domains: '',
  requiredContext: '',
  excludedContext: '',
};

/** The lists of a brand as arrays, for the verbs. */
export function toBrandInput(draft: BrandDraft) {
  return {
    name: draft.name,
    aliases: splitList(draft.aliases),
    domains: splitList(draft.domains),
    requiredContext: splitList(draft.requiredContext),
    excludedContext: splitList(draft.excludedContext),
  };
}

/** A stored brand as a form shows it. */
export function toBrandDraft(brand: {
  name: string;
  aliases?: string[];
  domains?: string[];
  requiredContext?: string[];
  excludedContext?: string[];
}): BrandDraft {
  const line = (entries: string[] = []) => entries.join(', ');
  return {
    name: brand.name,
    aliases: line(brand.aliases),
    domains: line(brand.domains),
    requiredContext: line(brand.requiredContext),
    excludedContext: line(brand.excludedContext),
  };
}

interface BrandFieldsProps {
  draft: BrandDraft;
  onChange: (draft: BrandDraft) => void;
  /** What is wrong with a field, by its name. */
  problemOf: (field: keyof BrandDraft) => string | undefined;
  /** Shows the word lists that tell a name from a common word. */
  wordLists?: boolean;
}

/** The fields of one brand. */
export function BrandFields({ draft, onChange, problemOf, wordLists }: BrandFieldsProps) {
  const [opened, setOpened] = useState(false);
  const field = (name: keyof BrandDraft, label: string, hint: string, placeholder?: string) => (
    <TextField
      label={label}
      hint={hint}
      placeholder={placeholder}
      error={problemOf(name)}
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
      autoComplete="off"
    />
  );
  const inForce = (['requiredContext', 'excludedContext'] as const).some(
    (name) => draft[name] !== '' || problemOf(name) !== undefined,
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('name', 'Name', 'As people write it.')}
      {field('domains', 'Domains', 'With commas between; citations of them count as yours.', 'example.com')}
      <div className="sm:col-span-2">
        {field(
          'aliases',
          'Other names',
          'Products and spellings that mean the same brand, with commas between.',
        )}
      </div>
      {wordLists ? (
        <details
          open={opened || inForce}
          onToggle={(event) => setOpened(event.currentTarget.open)}
          className="group sm:col-span-2"
        >
          <summary className="flex h-8 w-fit cursor-pointer items-center gap-1.5 rounded-md font-medium text-muted hover:text-ink">
            <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
            Its name is a common word
          </summary>
          <div className="mt-2 grid gap-4 sm:grid-cols-2">
            {field(
              'requiredContext',
              'Must stand requiredContext',
              'A mention counts only with one of these in its sentence.',
            )}
            {field(
              'excludedContext',
              'Never requiredContext',
              'A mention does not count with one of these in its sentence.',
            )}
          </div>
        </details>
      ) : null}
    </div>
  );
}
