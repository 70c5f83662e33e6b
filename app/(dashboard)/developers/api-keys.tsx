'use client';

import { KeyRound } from 'lucide-react';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { TableView } from '#components/sections/table-view';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { type ApiScope, apiScopes } from '#lib/contract/plans';
import { apiKeysTable } from '#lib/contract/tables/api-keys';
import { formatDate, formatShortDate } from '#lib/core/dates';
import { formatItems } from '#lib/core/lists';
import { noValue } from '#lib/core/numbers';
import { splitList } from '#lib/core/text';
import type { ApiKeyListing } from '#lib/service/api-keys/api-keys';
import { RotateSecret } from '../rotate-secret';
import { useAction } from '../use-action';
import { useFormDialog } from '../use-form';
import { createKeyAction, replaceApiKeyAction, revokeKeyAction, rotateKeyAction } from './actions';

const scopeLabels: Record<ApiScope, string> = {
  read: 'Read tasks, credits, supported countries and states, and the metrics and answers of all projects',
  tasks: 'Create tasks, and start runs over MCP',
  sync: 'Query engines synchronously',
  admin: 'Clear the queue',
};

/** Dialog that creates an API key and shows it once. */
export function CreateApiKey({ denial }: { denial: string | null }) {
  const form = useFormDialog({
    stored: { name: '', expiresOn: '', scopes: [...apiScopes] as ApiScope[], allowedIps: '' },
    save: ({ scopes, allowedIps, ...values }) =>
      createKeyAction({
        ...values,
        allowedIps: splitList(allowedIps, /[\s,]+/),
        scopes: scopes.length === apiScopes.length ? null : scopes,
      }),
    showsResult: () => true,
  });
  const { scopes } = form.values;
  const scopesError = form.getError('scopes');
  return (
    <FormDialog
      {...form.dialog}
      title="Create API key"
      description="Use one key per application, so you can limit and revoke each of them independently."
      trigger={
        <Button kind="primary" Icon={KeyRound} denial={denial}>
          Create API key
        </Button>
      }
      submitLabel="Create API key"
      outcome={form.saved ? <CopySecret label="API key" value={form.saved.value} /> : null}
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
        {scopesError ? (
          <p role="alert" className="text-xs text-danger">
            {scopesError}
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
        error={form.getError('expiresAt')}
        label="Expiration date"
        hint="The key works until the end of this day (UTC). Leave empty for a key that never expires."
        type="date"
      />
    </FormDialog>
  );
}

/** Button and dialog that rotate an API key. */
function RotateApiKey({ id, name, denial }: { id: string; name: string; denial: string | null }) {
  return (
    <RotateSecret
      title={`Rotate ${name}`}
      description="Creates a new key with the same scopes, allowed IP addresses and expiration date. The old one stays valid during the overlap, so that you can replace it without interruption."
      trigger={
        <Button kind="quiet" size="small" denial={denial} aria-label={`Rotate ${name}`}>
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
      <TableView
        table={apiKeysTable}
        rows={keys.map((key) => ({ ...key, status: getKeyStatus(key, now) }))}
        getKey={({ id }) => id}
        views={{
          name: { className: 'min-w-28' },
          prefix: {
            cell: ({ prefix, lastFour }) => (
              <code className="font-mono text-xs whitespace-nowrap">
                {prefix}…{lastFour}
              </code>
            ),
          },
          scopes: {
            className: 'min-w-36',
            cell: ({ scopes, allowedIps }) => (
              <>
                {scopes === null ? 'All scopes' : formatItems(scopes)}
                {allowedIps.length > 0 ? (
                  <p className="text-xs text-muted">from {formatItems(allowedIps)}</p>
                ) : null}
              </>
            ),
          },
          createdAt: {
            className: 'whitespace-nowrap text-muted',
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          createdBy: {
            cell: ({ creator, isCreatorMember }) =>
              creator === null ? (
                noValue
              ) : (
                <>
                  {creator} {isCreatorMember ? null : <Chip tone="danger">Former member</Chip>}
                </>
              ),
          },
          lastUsedAt: {
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
          status: { cell: (key) => <Chip>{formatKeyStatus(key, now)}</Chip> },
        }}
        actions={({ id, kind, name, status }) =>
          status === 'Active' ? (
            <span className="inline-flex flex-wrap justify-end gap-1">
              {kind === 'dashboard' ? null : <RotateApiKey id={id} name={name} denial={denial} />}
              <ConfirmButton
                label={
                  <>
                    Revoke<span className="sr-only"> {name}</span>
                  </>
                }
                denial={denial}
                title={`Revoke ${name}?`}
                confirmLabel="Revoke API key"
                busy={revoke.busy}
                onConfirm={() => revoke.run({ id })}
              >
                Requests with this key are rejected immediately. This can’t be undone.{' '}
                {kind === 'dashboard'
                  ? 'The dashboard uses this key. If you revoke it, prompts can’t be sent.'
                  : 'If an application still uses this key, create a new one first.'}
              </ConfirmButton>
            </span>
          ) : null
        }
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
      <div>
        <Button kind="primary" denial={denial} busy={replaceKey.busy} onClick={() => replaceKey.run()}>
          Replace API key
        </Button>
      </div>
    </div>
  );
}
