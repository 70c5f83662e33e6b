'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { FormDialog } from '#components/ui/form-dialog';
import type { OfferedVendor } from '#lib/service/provider-keys/offered-vendors';
import { fieldMessage, useAction } from '../../use-action';
import { setVendorKeysAction } from './actions';

/** Takes the organization's own keys at a vendor; they are never shown again. */
export function SetVendorKeys({ vendor, replaces }: { vendor: OfferedVendor; replaces: boolean }) {
  const [open, setOpen] = useState(false);
  const [keys, setKeys] = useState<Record<string, string>>({});
  const set = useAction(setVendorKeysAction, () => change(false));
  const named = vendor.keys.some(({ setting }) => fieldMessage(set.problem, `keys.${setting}`));
  function change(next: boolean) {
    setOpen(next);
    setKeys({});
    set.clear();
  }
  return (
    <FormDialog
      title={`${replaces ? 'Replace' : 'Add'} your key at ${vendor.title}`}
      description={`It answers ${vendor.engines.join(', ')} for this organization, at your cost there. It is stored encrypted and not shown again.`}
      open={open}
      onOpenChange={change}
      trigger={
        <Button
          kind="quiet"
          size="small"
          aria-label={`${replaces ? 'Replace' : 'Add a key'} at ${vendor.title}`}
        >
          {replaces ? 'Replace' : 'Add a key'}
        </Button>
      }
      submit="Save"
      onSubmit={() => set.run(vendor.name, keys)}
      busy={set.busy}
      problem={named ? undefined : set.problem?.message}
    >
      {vendor.keys.map(({ setting, label }) => (
        <TextField
          key={setting}
          label={label}
          type={label === 'Login' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          value={keys[setting] ?? ''}
          onChange={(event) => setKeys({ ...keys, [setting]: event.target.value })}
          error={fieldMessage(set.problem, `keys.${setting}`)}
        />
      ))}
    </FormDialog>
  );
}
