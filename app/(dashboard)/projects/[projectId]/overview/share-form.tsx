'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import type { FieldError } from '#lib/core/errors';
import { getFieldMessage } from '../../../use-action';

const lifetimes = [
  { value: 'never', label: 'Never' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

export interface ShareFormProps {
  /** Periods to choose from: label, filters as a query string, and their description. */
  options: readonly { label: string; filters: string; description: string }[];
  busy: boolean;
  problem: { message: string; fields: FieldError[] } | undefined;
  onCreate: (share: { filters: string; password: string | null; lifetimeDays: 7 | 30 | 90 | null }) => void;
}

/** Form for the period, expiration and password of a new link. */
export function ShareForm({ options, busy, problem, onCreate }: ShareFormProps) {
  const [selected, setSelected] = useState(0);
  const option = options[selected] ?? options[0];
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('never');
  const [password, setPassword] = useState('');
  const lifetimeDays = ([7, 30, 90] as const).find((days) => String(days) === lifetime) ?? null;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate({
          filters: option?.filters ?? '',
          password: password === '' ? null : password,
          lifetimeDays,
        });
      }}
    >
      <p>
        <span className="text-muted">Filters: </span>
        {option?.description}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {options.length > 1 ? (
          <Select
            label="Period"
            options={options.map(({ label }, index) => ({ value: String(index), label }))}
            value={String(selected)}
            onChange={(value) => setSelected(Number(value))}
          />
        ) : null}
        <Select label="Expires" options={lifetimes} value={lifetime} onChange={setLifetime} />
      </div>
      <TextField
        label="Password (optional)"
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={getFieldMessage(problem, 'password')}
      />
      <Button type="submit" kind="primary" busy={busy} className="self-end">
        Create link
      </Button>
    </form>
  );
}
