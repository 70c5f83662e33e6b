'use client';

import { KeyRound } from 'lucide-react';
import { createPasskey } from '#components/auth/passkey';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { TableView } from '#components/sections/table-view';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { passkeysTable } from '#lib/contract/tables/account';
import type { Passkey } from '#lib/service/users/passkeys';
import { useAction } from '../use-action';
import { useFormDialog } from '../use-form';
import {
  addPasskeyAction,
  removePasskeyAction,
  renamePasskeyAction,
  startPasskeyRegistrationAction,
} from './security-actions';

/** The passkeys of the user, each with buttons to rename and remove it. */
export function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  const remove = useAction(removePasskeyAction);
  return (
    <>
      <ErrorNotice problem={remove.problem} className="mb-4" />
      {passkeys.length > 0 ? (
        <TableView
          table={passkeysTable}
          rows={passkeys}
          getKey={({ id }) => id}
          views={{
            name: {
              className: 'min-w-32',
              cell: ({ name, isSynced }) => (
                <>
                  {name} {isSynced ? <Chip>Synced</Chip> : null}
                </>
              ),
            },
            createdAt: { className: 'text-muted' },
            lastUsedAt: { className: 'text-muted' },
          }}
          actions={({ id, name }) => (
            <span className="inline-flex flex-wrap justify-end gap-1">
              <RenamePasskey id={id} name={name} />
              <ConfirmButton
                label="Remove"
                title={`Remove ${name}?`}
                confirmLabel="Remove passkey"
                busy={remove.busy}
                onConfirm={() => remove.run({ id })}
              >
                You won’t be able to sign in with it. Delete it from your device or password manager too.
              </ConfirmButton>
            </span>
          )}
        />
      ) : null}
    </>
  );
}

function RenamePasskey({ id, name }: { id: string; name: string }) {
  const form = useFormDialog({
    stored: { name },
    save: (values) => renamePasskeyAction({ id, ...values }),
  });
  return (
    <FormDialog
      {...form.dialog}
      title={`Rename ${name}`}
      trigger={
        <Button kind="quiet" size="small" aria-label={`Rename ${name}`}>
          Rename
        </Button>
      }
      submitLabel="Save name"
    >
      <TextField {...form.field('name')} label="Name" maxLength={60} autoComplete="off" />
    </FormDialog>
  );
}

/** Dialog that names a passkey and lets the browser create it. */
export function AddPasskey() {
  const form = useFormDialog<{ name: string }, unknown>({
    stored: { name: '' },
    save: async ({ name }) => {
      const started = await startPasskeyRegistrationAction();
      return started.ok ? addPasskeyAction({ name, response: await createPasskey(started.value) }) : started;
    },
  });
  return (
    <FormDialog
      {...form.dialog}
      title="Add passkey"
      description="A passkey signs you in with your fingerprint, your face or your device’s PIN, without a password."
      trigger={
        <Button size="small" Icon={KeyRound}>
          Add passkey
        </Button>
      }
      submitLabel="Continue"
      disabled={form.values.name.trim() === ''}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Where it’s stored, such as “Work laptop”."
        maxLength={60}
        autoComplete="off"
      />
    </FormDialog>
  );
}
