'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import type { FieldError } from '#lib/core/errors';
import type { ShareInput } from '#lib/dashboard/shares/shares';
import { getFieldMessage } from '../../../../use-action';

const lifetimes = [
  { value: 'never', label: 'Never' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

interface ShareFormProps {
  busy: boolean;
  problem: { message: string; fields: FieldError[] } | undefined;
  onCreate: (share: ShareInput) => void;
}

/** Form for the options of a new link. */
export function ShareForm({ busy, problem, onCreate }: ShareFormProps) {
  const [label, setLabel] = useState('');
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('never');
  const [password, setPassword] = useState('');
  const [isOneTime, setOneTime] = useState(false);
  const [showsAnnotations, setShowsAnnotations] = useState(false);
  const [allowsDownloads, setAllowsDownloads] = useState(false);
  const [origins, setOrigins] = useState('');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate({
          label,
          password: password === '' ? null : password,
          lifetimeDays: ([7, 30, 90] as const).find((days) => String(days) === lifetime) ?? null,
          isOneTime,
          showsAnnotations,
          allowsDownloads,
          embedOrigins: origins.split(/[\s,]+/).filter(Boolean),
        });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name (optional)"
          placeholder="For the board"
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          error={getFieldMessage(problem, 'label')}
        />
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
      <div className="flex flex-col">
        <Checkbox
          label="One-time link: works only in the browser that opens it first, for 24 hours"
          checked={isOneTime}
          onChange={setOneTime}
        />
        <Checkbox
          label="Show annotations and experiments on charts"
          checked={showsAnnotations}
          onChange={setShowsAnnotations}
        />
        <Checkbox
          label="Allow downloads (PDF, Excel, CSV, JSON)"
          checked={allowsDownloads}
          onChange={setAllowsDownloads}
        />
      </div>
      <TextField
        label="Sites that may embed it (optional)"
        placeholder="https://intranet.example"
        hint="Separate origins with spaces. All other sites are refused."
        value={origins}
        onChange={(event) => setOrigins(event.target.value)}
        error={getFieldMessage(problem, 'embedOrigins')}
      />
      <Button type="submit" kind="primary" busy={busy} className="self-end">
        Create link
      </Button>
    </form>
  );
}
