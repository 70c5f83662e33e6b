'use client';

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { type ApiScope, apiScopes } from '#lib/contract/plans';
import { splitList } from '#lib/core/text';
import { formatDate, formatShortDate } from '#lib/format/dates';
import { formatCount, noValue } from '#lib/format/numbers';
import type { ApiKeyListing } from '#lib/service/api-keys/api-keys';
import { RotateSecret } from '../rotate-secret';
import { getFieldMessage, useAction, useFormDialog } from '../use-action';
import { createKeyAction, replaceApiKeyAction, revokeKeyAction, rotateKeyAction } from './actions';

const scopeLabels: Record<ApiScope, string> = {
  read: 'Read tasks, credits, supported countries and states, and the metrics and answers of all projects',
  tasks: 'Create tasks, and start runs over MCP',
  sync: 'Query engines synchronously',
  admin: 'Clear the queue',
};

/** Dialog that creates an API key and shows it once. */
export function CreateApiKey() {
  const [secret, setSecret] = useState<string>();
  const create = useAction(createKeyAction, setSecret);
  const form = useFormDialog(
    { name: '', expiresOn: '', scopes: [...apiScopes] as ApiScope[], allowedIps: '' },
    [create],
  );
  const { name, expiresOn, scopes, allowedIps } = form.values;
  return (
    <FormDialog
      {...form.dialog}
      title="Create API key"
      description="Use one key per application, so you can limit and revoke each of them independently."
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setSecret(undefined);
      }}
      trigger={
        <Button kind="primary" Icon={KeyRound}>
          Create API key
        </Button>
      }
      submitLabel="Create API key"
      onSubmit={() =>
        create.run({
          name,
          expiresOn,
          allowedIps: splitList(allowedIps, /[\s,]+/),
          scopes: scopes.length === apiScopes.length ? null : scopes,
        })
      }
      outcome={secret ? <CopySecret label="API key" value={secret} /> : null}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Where it’s used, such as “Production”."
        autoComplete="off"
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Scopes</legend>
        {apiScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={
              <>
                {scopeLabels[scope]} <code className="font-mono text-xs text-muted">{scope}</code>
              </>
            }
            checked={scopes.includes(scope)}
            onChange={(checked) =>
              form.change({
                scopes: apiScopes.filter((other) => (other === scope ? checked : scopes.includes(other))),
              })
            }
          />
        ))}
        {getFieldMessage(create.problem, 'scopes') ? (
          <p role="alert" className="text-xs text-danger">
            {getFieldMessage(create.problem, 'scopes')}
          </p>
        ) : null}
      </fieldset>
      <TextField
        {...form.field('allowedIps')}
        label="Allowed IP addresses"
        hint="Addresses or networks such as 192.0.2.0/24, separated by commas. Leave empty to allow all."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...form.field('expiresOn')}
        error={getFieldMessage(create.problem, 'expiresAt')}
        label="Expiration date"
        hint="The key works until the end of this day (UTC). Leave empty for a key that never expires."
        type="date"
      />
    </FormDialog>
  );
}

/** Button and dialog that rotate an API key. */
function RotateApiKey({ id, name }: { id: string; name: string }) {
  return (
    <RotateSecret
      title={`Rotate ${name}`}
      description="Creates a new key with the same scopes, allowed IP addresses and expiration date. The old one stays valid during the overlap, so that you can replace it without interruption."
      trigger={
        <Button kind="quiet" size="small" aria-label={`Rotate ${name}`}>
          Rotate
        </Button>
      }
      submitLabel="Rotate API key"
      secretLabel="New API key"
      defaultOverlapDays={7}
      rotate={(overlapDays) => rotateKeyAction({ id, overlapDays })}
    />
  );
}

/** The API keys. Of a key itself, only the hash, the prefix and the last four characters are stored. */
export function ApiKeysTable({
  keys,
  denial,
  now,
}: {
  keys: readonly ApiKeyListing[];
  /** Reason why the member can't manage API keys; null if they can. */
  denial: string | null;
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
          { head: 'Name', className: 'min-w-28', cell: ({ name }) => name },
          {
            head: 'Key',
            cell: ({ prefix, lastFour }) => (
              <code className="font-mono text-xs whitespace-nowrap">
                {prefix}…{lastFour}
              </code>
            ),
          },
          {
            head: 'Scopes',
            className: 'min-w-36',
            cell: ({ scopes, allowedIps }) => (
              <>
                {scopes === null ? 'All scopes' : scopes.join(', ')}
                {allowedIps.length > 0 ? (
                  <p className="text-xs text-muted">from {allowedIps.join(', ')}</p>
                ) : null}
              </>
            ),
          },
          {
            head: 'Created',
            className: 'whitespace-nowrap text-muted',
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          {
            head: 'Created by',
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
            className: 'whitespace-nowrap text-muted',
            cell: ({ lastUsedAt, lastUsedIp }) =>
              lastUsedAt ? (
                <>
                  <Time at={lastUsedAt} />
                  {lastUsedIp ? <p className="text-xs">{lastUsedIp}</p> : null}
                </>
              ) : (
                'never'
              ),
          },
          {
            head: 'Requests',
            headTitle: 'In the last 24 hours',
            numericCell: ({ recentRequests }) => formatCount(recentRequests),
          },
          { head: 'Status', cell: (key) => <Chip>{formatKeyStatus(key, now)}</Chip> },
          {
            actionsCell: ({ id, name, status }) =>
              status !== 'Active' ? null : denial === null ? (
                <span className="inline-flex flex-wrap justify-end gap-1">
                  {name === 'Dashboard' ? null : <RotateApiKey id={id} name={name} />}
                  <ConfirmButton
                    label="Revoke"
                    title={`Revoke ${name}?`}
                    confirmLabel="Revoke API key"
                    busy={revoke.busy}
                    onConfirm={() => revoke.run({ id })}
                  >
                    Requests with this key are rejected immediately. This can’t be undone.{' '}
                    {name === 'Dashboard'
                      ? 'The dashboard uses this key. If you revoke it, prompts can’t be sent.'
                      : 'If an application still uses this key, create a new one first.'}
                  </ConfirmButton>
                </span>
              ) : (
                <span className="inline-flex flex-wrap justify-end gap-1">
                  {(name === 'Dashboard' ? ['Revoke'] : ['Rotate', 'Revoke']).map((action) => (
                    <DeniedButton key={action} reason={denial} kind="quiet" size="small">
                      {action}
                      <span className="sr-only"> {name}</span>
                    </DeniedButton>
                  ))}
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

function getKeyStatus(key: ApiKeyListing, now: Date): 'Active' | 'Revoked' | 'Expired' {
  if (key.revokedAt) return 'Revoked';
  return key.expiresAt && key.expiresAt <= now ? 'Expired' : 'Active';
}

function formatKeyStatus(
  { status, expiresAt }: ApiKeyListing & { status: ReturnType<typeof getKeyStatus> },
  now: Date,
): string {
  if (status !== 'Active' || expiresAt === null) return status;
  const isThisYear = expiresAt.getUTCFullYear() === now.getUTCFullYear();
  return `Active until ${isThisYear ? formatShortDate(expiresAt) : formatDate(expiresAt)}`;
}

/** Says that the dashboard's API key is rejected, and offers to replace it. */
export function DashboardKeyNotice({ denial }: { denial: string | null }) {
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
        Answerscope’s API rejects the dashboard’s API key, so prompts can’t be sent. Existing answers and
        metrics aren’t affected. {denial ?? 'Replace the key to continue.'}
      </Notice>
      <ErrorNotice problem={replaceKey.problem} />
      {denial === null ? (
        <div>
          <Button kind="primary" busy={replaceKey.busy} onClick={() => replaceKey.run()}>
            Replace API key
          </Button>
        </div>
      ) : null}
    </div>
  );
}
