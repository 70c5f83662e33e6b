'use client';

import { useState } from 'react';
import { ConfirmButton } from '#components/overlays/dialog';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip, type ChipTone } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { ErrorNotice } from '#components/ui/notice';
import type { DeliveryListing } from '#lib/service/webhooks/deliveries';
import { useAction } from '../use-action';
import { disableSigningAction, enableSigningAction, rotateSigningAction } from './actions';

/** Enables, disables and rotates the webhook signing secret, which is shown only once. */
export function WebhookSigning({ enabled, canManage }: { enabled: boolean; canManage: boolean }) {
  const [secret, setSecret] = useState<string | undefined>();
  const enable = useAction(enableSigningAction, setSecret);
  const rotate = useAction(rotateSigningAction, setSecret);
  const disable = useAction(disableSigningAction, () => setSecret(undefined));
  const problem = enable.problem ?? rotate.problem ?? disable.problem;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-muted">
        {enabled
          ? 'Every delivery includes a timestamp and an HMAC-SHA256 signature of its raw body, so your endpoint can verify that it came from us.'
          : 'Deliveries aren’t signed, so your endpoint can’t distinguish them from forged ones.'}
      </p>
      <ErrorNotice problem={problem} />
      {secret ? <CopySecret label="Signing secret" value={secret} /> : null}
      {canManage ? (
        <div className="flex gap-2">
          {enabled ? (
            <>
              <Button busy={rotate.busy} onClick={() => rotate.run()}>
                Rotate secret
              </Button>
              <ConfirmButton
                label="Disable signing"
                title="Disable signing?"
                confirm="Disable signing"
                size="medium"
                busy={disable.busy}
                onConfirm={() => disable.run()}
              >
                Endpoints can no longer verify deliveries, and those that require a signature will reject
                them. Enabling signing again creates a new secret.
              </ConfirmButton>
            </>
          ) : (
            <Button busy={enable.busy} onClick={() => enable.run()}>
              Enable signing
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}

const tones: Record<DeliveryListing['status'], ChipTone> = {
  delivered: 'plain',
  pending: 'notice',
  failed: 'danger',
};

/** The latest webhook deliveries with their last attempts. */
export function DeliveriesTable({ deliveries }: { deliveries: readonly DeliveryListing[] }) {
  return (
    <DataTable
      label="Deliveries"
      className="max-h-[480px] overflow-y-auto"
      rows={deliveries.map((delivery) => ({ ...delivery, last: delivery.attempts.at(-1) }))}
      getKey={({ id }) => id}
      columns={[
        {
          head: 'Created',
          className: 'whitespace-nowrap text-muted',
          cell: ({ createdAt }) =>
            createdAt.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
        },
        { head: 'Endpoint', className: 'max-w-64 truncate', cell: ({ url }) => redactUrl(url) },
        {
          head: 'Task',
          cell: ({ taskId }) => <code className="font-mono text-xs">{taskId.slice(0, 8)}</code>,
        },
        { head: 'Status', cell: ({ status }) => <Chip tone={tones[status]}>{status}</Chip> },
        { head: 'Attempts', numericCell: ({ attempts }) => attempts.length },
        {
          head: 'Last attempt',
          className: 'text-muted',
          cell: ({ last }) =>
            last ? `${last.error ?? last.statusCode ?? ''} · ${last.durationMs} ms` : 'none yet',
        },
      ]}
    />
  );
}

/** Removes the last path segment and the query, which can contain secrets. */
function redactUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const parentPath = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  return `${host}${parentPath}…`;
}
