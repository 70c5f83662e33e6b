'use client';

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { formatDate } from '#lib/format/dates';
import { noValue } from '#lib/format/numbers';
import type { ApiKeyListing } from '#lib/service/api-keys/api-keys';
import { getFieldMessage, useAction, useFormDialog } from '../use-action';
import { createKeyAction, replaceApiKeyAction, revokeKeyAction } from './actions';

/** Dialog that creates an API key and shows it once. */
export function CreateApiKey() {
  const [secret, setSecret] = useState<string>();
  const create = useAction(createKeyAction, setSecret);
  const form = useFormDialog({ name: '', expiresOn: '' }, [create]);
  return (
    <FormDialog
      {...form.dialog}
      title="Create API key"
      description="A key gives access to every /v1 endpoint. Use one key per application so you can revoke it independently."
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setSecret(undefined);
      }}
      trigger={
        <Button size="small" Icon={KeyRound}>
          Create API key
        </Button>
      }
      submit="Create API key"
      onSubmit={() => create.run(form.values)}
      outcome={secret ? <CopySecret label="API key" value={secret} /> : null}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Where it’s used, such as “Production”."
        autoComplete="off"
      />
      <TextField
        {...form.field('expiresOn')}
        error={getFieldMessage(create.problem, 'expiresAt')}
        label="Expiration date"
        hint="Leave empty for a key that never expires."
        type="date"
      />
    </FormDialog>
  );
}

/** The API keys. Only hashes and the last characters are stored. */
export function ApiKeysTable({
  keys,
  canManage,
  now,
}: {
  keys: readonly ApiKeyListing[];
  canManage: boolean;
  now: Date;
}) {
  const revoke = useAction(revokeKeyAction);
  return (
    <>
      <ErrorNotice problem={revoke.problem} />
      <DataTable
        label="API keys"
        rows={keys.map((key) => ({ ...key, status: getKeyStatus(key, now) }))}
        getKey={({ id }) => id}
        columns={[
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Key', cell: ({ lastFour }) => <code className="font-mono text-xs">…{lastFour}</code> },
          {
            head: 'Created',
            className: 'whitespace-nowrap text-muted max-sm:hidden',
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          {
            head: 'Created by',
            className: 'max-md:hidden',
            cell: ({ creator, isCreatorMember }) =>
              creator === null ? (
                noValue
              ) : (
                <>
                  {creator} {isCreatorMember ? null : <Chip tone="danger">Former member</Chip>}
                </>
              ),
          },
          {
            head: 'Last used',
            className: 'whitespace-nowrap text-muted max-sm:hidden',
            cell: ({ lastUsedAt }) => (lastUsedAt ? formatDate(lastUsedAt) : 'never'),
          },
          { head: 'Status', cell: ({ status }) => <Chip>{status}</Chip> },
          {
            head: 'Actions',
            labelHidden: true,
            numericCell: ({ id, name, status }) =>
              canManage && status === 'active' ? (
                <ConfirmButton
                  label="Revoke"
                  title={`Revoke ${name}?`}
                  confirm="Revoke API key"
                  busy={revoke.busy}
                  onConfirm={() => revoke.run({ id })}
                >
                  Requests with this key are rejected immediately. This can’t be undone.{' '}
                  {name === 'Dashboard'
                    ? 'The dashboard uses this key. If you revoke it, runs can’t be sent.'
                    : 'Create a new key first if an application still uses it.'}
                </ConfirmButton>
              ) : null,
          },
        ]}
      />
    </>
  );
}

function getKeyStatus(key: ApiKeyListing, now: Date): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active';
}

/** Says that the dashboard's API key is rejected, and replaces it. */
export function DashboardKeyNotice({ canManage }: { canManage: boolean }) {
  const toast = useToast();
  const replaceKey = useAction(replaceApiKeyAction, () =>
    toast({
      title: 'API key replaced',
      description: 'Prompts that couldn’t be sent can be retried from their run.',
    }),
  );
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Notice tone="danger">
        Answerscope’s API rejects the dashboard’s API key, so runs can’t be sent. Existing answers and metrics
        aren’t affected.{' '}
        {canManage ? 'Replace the key to continue.' : 'Ask an owner or admin to replace it here.'}
      </Notice>
      <ErrorNotice problem={replaceKey.problem} />
      {canManage ? (
        <div>
          <Button kind="primary" busy={replaceKey.busy} onClick={() => replaceKey.run()}>
            Replace API key
          </Button>
        </div>
      ) : null}
    </div>
  );
}
