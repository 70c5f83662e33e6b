'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { AmbiguousNameNotice } from './ambiguous-name-notice';
import { type BrandDraft, emptyBrand } from './brand-draft';

interface BrandFieldsProps {
  /** Undefined for a new project. */
  projectId?: string | undefined;
  draft: BrandDraft;
  onChange: (draft: BrandDraft) => void;
  /** Returns the error of a field. */
  getError: (field: keyof BrandDraft) => string | undefined;
}

/** Form fields of a brand. */
export function BrandFields({ projectId, draft, onChange, getError }: BrandFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const field = (
    name: Exclude<keyof BrandDraft, 'matchCase'>,
    label: string,
    hint: string,
    placeholder?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      placeholder={placeholder}
      error={getError(name)}
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
      autoComplete="off"
    />
  );
  const hasRules = (['matchCase', 'requiredContext', 'excludedContext'] as const).some(
    (name) => draft[name] !== emptyBrand[name] || getError(name) !== undefined,
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('name', 'Name', 'As people write it.')}
      {field(
        'domains',
        'Domains',
        'Comma-separated. Links to these domains count as citations of the brand.',
        'example.com',
      )}
      <div className="sm:col-span-2">
        {field('aliases', 'Aliases', 'Products and alternative spellings, comma-separated.')}
      </div>
      <AmbiguousNameNotice projectId={projectId} draft={draft} onChange={onChange} />
      <details
        open={isOpen || hasRules}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group sm:col-span-2"
      >
        <summary className="flex h-8 w-fit cursor-pointer items-center gap-1.5 rounded-md font-medium text-muted hover:text-ink">
          <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
          If the name is also a place or a common word
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <Checkbox
              label="Match case: “Apple” is a mention, “apple” isn’t"
              checked={draft.matchCase}
              onChange={(matchCase) => onChange({ ...draft, matchCase })}
            />
          </div>
          {field(
            'requiredContext',
            'Must appear near',
            'A mention counts only if one of these words is in the same sentence.',
          )}
          {field(
            'excludedContext',
            'Must not appear near',
            'A mention doesn’t count if one of these words is in the same sentence.',
          )}
        </div>
      </details>
    </div>
  );
}
