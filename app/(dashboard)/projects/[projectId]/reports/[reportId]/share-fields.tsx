'use client';

import type { ReactNode } from 'react';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { type Option, Select } from '#components/ui/select';

/** Time until a link expires: a number of days, never, or unchanged. */
export type Lifetime = 'unchanged' | 'never' | '7' | '30' | '90';

export const lifetimes: readonly Option<Lifetime>[] = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
];

/** The options of a share link as they are entered in its form. */
export interface ShareDraft {
  label: string;
  lifetime: Lifetime;
  password: string;
  showsNotes: boolean;
  allowsDownloads: boolean;
  /** Separated by spaces. */
  origins: string;
}

/**
 * Converts a draft to the options that creating and editing a link have in common. `lifetimeDays` is null for `never`.
 * For `unchanged` it is null too, and the caller must omit it, or the link would never expire.
 */
export function toShareOptions({ lifetime, origins, ...draft }: ShareDraft) {
  const { label, showsNotes, allowsDownloads } = draft;
  return {
    label,
    showsNotes,
    allowsDownloads,
    lifetimeDays: ([7, 30, 90] as const).find((days) => String(days) === lifetime) ?? null,
    embedOrigins: origins.split(/[\s,]+/).filter(Boolean),
  };
}

interface ShareFieldsProps {
  values: ShareDraft;
  onChange: (part: Partial<ShareDraft>) => void;
  getError: (name: string) => string | undefined;
  expiryOptions?: readonly Option<Lifetime>[];
  passwordLabel?: string;
  /** More options, shown below the password. */
  children?: ReactNode;
}

/** The fields of a share link's options. */
export function ShareFields({
  values,
  onChange,
  getError,
  expiryOptions = lifetimes,
  passwordLabel = 'Password (optional)',
  children,
}: ShareFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name (optional)"
          placeholder="For the board"
          maxLength={100}
          value={values.label}
          onChange={({ target }) => onChange({ label: target.value })}
          error={getError('label')}
        />
        <Select
          label="Expires"
          options={expiryOptions}
          value={values.lifetime}
          onChange={(lifetime) => onChange({ lifetime })}
        />
      </div>
      <TextField
        label={passwordLabel}
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        value={values.password}
        onChange={({ target }) => onChange({ password: target.value })}
        error={getError('password')}
      />
      <div className="flex flex-col">
        {children}
        <Checkbox
          label="Show notes and experiments on charts"
          checked={values.showsNotes}
          onChange={(showsNotes) => onChange({ showsNotes })}
        />
        <Checkbox
          label="Allow downloads (PDF, Excel, CSV, JSON)"
          checked={values.allowsDownloads}
          onChange={(allowsDownloads) => onChange({ allowsDownloads })}
        />
      </div>
      <TextField
        label="Sites allowed to embed the report (optional)"
        hint="Website addresses such as https://www.example.com, separated by spaces. Other sites can’t embed it."
        value={values.origins}
        onChange={({ target }) => onChange({ origins: target.value })}
        error={getError('embedOrigins')}
      />
    </>
  );
}
