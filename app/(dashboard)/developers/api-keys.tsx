'use client';

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton } from '#components/overlays/dialog';
import { FormDialog } from '#components/overlays/form-dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { ApiKeyListing } from '#lib/service/api-keys/api-keys';
import { fieldMessage, useAction } from '../use-action';
import { createKeyAction, reconnectAction, revokeKeyAction } from './actions';

/** Makes an API key and shows it once. */
export function CreateApiKey() {
  const [name, setName] = useState('');
  const [expiresOn, setExpiresOn] = useState('');
  const [secret, setSecret] = useState<string | undefined>();
  const create = useAction(createKeyAction, setSecret);
  const fresh = () => {
    setSecret(undefined);
    setName('');
    setExpiresOn('');
    create.clear();
  };
  return (
    <FormDialog
      title="Make an API key"
      description="One key opens every endpoint of /v1. Use one for each program, so that it can be revoked alone."
      onOpenChange={fresh}
      trigger={
        <Button size="small">
          <KeyRound aria-hidden />
          Make a key
        </Button>
      }
      submit="Make the key"
      onSubmit={() => create.run(name, expiresOn)}
      busy={create.busy}
      problem={create.problem?.message}
      outcome={secret ? <CopySecret label="API key" value={secret} /> : null}
    >
      <TextField
        label="Name"
        hint="What uses it, such as “Production”."
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldMessage(create.problem, 'name')}
        autoComplete="off"
      />
      <TextField
        label="Expires on"
        hint="Leave it empty for a key without end."
        type="date"
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
        error={fieldMessage(create.problem, 'expiresAt')}
      />
    </FormDialog>
  );
}

const day = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The API keys, by their last characters; the keys themselves are nowhere kept. */
export function ApiKeysTable({
  keys,
  mayManage,
  now,
}: {
  keys: readonly ApiKeyListing[];
  mayManage: boolean;
  now: Date;
}) {
  const revoke = useAction(revokeKeyAction);
  return (
    <>
      {revoke.problem ? <Notice tone="danger">{revoke.problem.message}</Notice> : null}
      <Table label="API keys">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Ends with</HeadCell>
          <HeadCell className="max-sm:hidden">Made</HeadCell>
          <HeadCell className="max-sm:hidden">Last used</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell unseen>Actions</HeadCell>
        </TableHead>
        <tbody>
          {keys.map((key) => {
            const state = getKeyStatus(key, now);
            return (
              <Row key={key.id}>
                <Cell>{key.name}</Cell>
                <Cell className="font-mono text-xs">…{key.hint}</Cell>
                <Cell className="whitespace-nowrap text-muted max-sm:hidden">{day(key.createdAt)}</Cell>
                <Cell className="whitespace-nowrap text-muted max-sm:hidden">
                  {key.lastUsedAt ? day(key.lastUsedAt) : 'never'}
                </Cell>
                <Cell>
                  <Chip>{state}</Chip>
                </Cell>
                <Cell numeric>
                  {mayManage && state === 'active' ? (
                    <ConfirmButton
                      label="Revoke"
                      title={`Revoke ${key.name}?`}
                      confirm="Revoke the key"
                      busy={revoke.busy}
                      onConfirm={() => revoke.run(key.id)}
                    >
                      Programs that use this key are refused from the next request on. This cannot be undone.{' '}
                      {key.name === 'Dashboard'
                        ? 'The dashboard itself asks with this key: without it no run can be sent.'
                        : 'Make a new key first if a program still needs one.'}
                    </ConfirmButton>
                  ) : null}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </>
  );
}

function getKeyStatus(key: ApiKeyListing, now: Date): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active';
}

/** That the dashboard's own key is refused, and the way to give it a new one. */
export function DashboardKeyNotice({ mayManage }: { mayManage: boolean }) {
  const toast = useToast();
  const reconnect = useAction(reconnectAction, () =>
    toast({
      title: 'The dashboard has a new key',
      description: 'What was not asked meanwhile can be asked again from its run.',
    }),
  );
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Notice tone="danger">
        The service refuses the dashboard’s own key, so no run can be sent. Answers and figures stay.{' '}
        {mayManage ? 'Give it a new key.' : 'Ask an owner or admin to give it a new key here.'}
      </Notice>
      {reconnect.problem ? <Notice tone="danger">{reconnect.problem.message}</Notice> : null}
      {mayManage ? (
        <div>
          <Button kind="primary" busy={reconnect.busy} onClick={() => reconnect.run()}>
            Give the dashboard a new key
          </Button>
        </div>
      ) : null}
    </div>
  );
}
