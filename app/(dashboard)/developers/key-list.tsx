'use client';

import { Chip } from '#components/ui/chip';
import { ConfirmButton } from '#components/ui/confirm-button';
import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { ListedKey } from '#lib/service/api-keys/list-keys';
import { useAction } from '../use-action';
import { revokeKeyAction } from './actions';

const day = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The API keys, by their last characters; the keys themselves are nowhere kept. */
export function KeyList({
  keys,
  mayManage,
  now,
}: {
  keys: readonly ListedKey[];
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
            const state = stateOf(key, now);
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

function stateOf(key: ListedKey, now: Date): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active';
}
