'use client';

import { type FormEvent, useState } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { getFieldMessage, useAction } from '../use-action';
import { renameOrganizationAction } from './actions';

interface OrganizationNameProps {
  name: string;
  /** Reason why the member can't rename the organization; null if they can. */
  denial: string | null;
}

/** The name of the organization, which owners and admins can change. */
export function OrganizationName({ name, denial }: OrganizationNameProps) {
  const [value, setValue] = useState(name);
  const [savedName, setSavedName] = useState<string>();
  const rename = useAction(renameOrganizationAction, () => setSavedName(value.trim()));
  const fieldError = getFieldMessage(rename.problem, 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSavedName(undefined);
    rename.run({ name: value });
  };
  return (
    <form method="post" onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      {fieldError ? null : <ErrorNotice problem={rename.problem} />}
      <TextField
        label="Organization name"
        required
        maxLength={100}
        disabled={denial !== null}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={fieldError}
      />
      <div className="flex items-center gap-3">
        {denial === null ? (
          <Button type="submit" busy={rename.busy} disabled={value.trim() === name}>
            Save name
          </Button>
        ) : (
          <DeniedButton reason={denial}>Save name</DeniedButton>
        )}
        <span role="status" className="text-muted">
          {savedName === name ? 'Saved.' : ''}
        </span>
      </div>
    </form>
  );
}
