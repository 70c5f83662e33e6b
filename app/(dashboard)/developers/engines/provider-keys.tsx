'use client';

import { useState } from 'react';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { Time } from '#components/ui/time';
import type { AvailableProvider } from '#lib/service/provider-keys/available-providers';
import type { ProviderKeysListing } from '#lib/service/provider-keys/provider-keys';
import { fieldMessage, useAction } from '../../use-action';
import { removeProviderKeysAction, setProviderKeysAction } from '../actions';

interface ProviderKeysProps {
  providers: readonly AvailableProvider[];
  keys: readonly ProviderKeysListing[];
  canManage: boolean;
}

/** The providers and the organization's own keys by their last characters. */
export function ProviderKeysTable({ providers, keys, canManage }: ProviderKeysProps) {
  const remove = useAction(removeProviderKeysAction);
  return (
    <>
      {remove.problem ? <Notice tone="danger">{remove.problem.message}</Notice> : null}
      <Table label="Your provider keys">
        <TableHead>
          <HeadCell>Provider</HeadCell>
          <HeadCell>Your key</HeadCell>
          <HeadCell unseen>Actions</HeadCell>
        </TableHead>
        <tbody>
          {providers.map((provider) => {
            const key = keys.find((one) => one.provider === provider.name);
            return (
              <Row key={provider.name}>
                <Cell>
                  <p className="font-medium">{provider.title}</p>
                  <p className="text-xs text-muted">{provider.engines.join(', ')}</p>
                </Cell>
                <Cell>
                  {key ? (
                    <>
                      <span className="font-mono text-xs">…{key.hint}</span>
                      <p className="text-xs text-muted">
                        added <Time at={key.createdAt} />
                      </p>
                    </>
                  ) : (
                    <Chip>None</Chip>
                  )}
                </Cell>
                <Cell numeric>
                  {canManage ? (
                    <span className="inline-flex flex-wrap justify-end gap-1">
                      <SetProviderKeys provider={provider} replaces={key !== undefined} />
                      {key ? (
                        <ConfirmButton
                          label="Remove"
                          title={`Remove your ${provider.title} key?`}
                          confirm="Remove key"
                          busy={remove.busy}
                          onConfirm={() => remove.run(provider.name)}
                        >
                          Requests will use this instance’s default provider again. The key remains valid at{' '}
                          {provider.title}; revoke it there if nothing else uses it.
                        </ConfirmButton>
                      ) : null}
                    </span>
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

/** Dialog that stores the organization's API keys for a provider. They are never shown again. */
function SetProviderKeys({ provider, replaces }: { provider: AvailableProvider; replaces: boolean }) {
  const [open, setOpen] = useState(false);
  const [keys, setKeys] = useState<Record<string, string>>({});
  const set = useAction(setProviderKeysAction, () => change(false));
  const hasFieldError = provider.keys.some(({ setting }) => fieldMessage(set.problem, `keys.${setting}`));
  function change(next: boolean) {
    setOpen(next);
    setKeys({});
    set.clear();
  }
  return (
    <FormDialog
      title={`${replaces ? 'Replace' : 'Add'} key for ${provider.title}`}
      description={`Used for ${provider.engines.join(', ')} for this organization, billed to your account there. It is stored encrypted and never shown again.`}
      open={open}
      onOpenChange={change}
      trigger={
        <Button
          kind="quiet"
          size="small"
          aria-label={`${replaces ? 'Replace' : 'Add'} key for ${provider.title}`}
        >
          {replaces ? 'Replace key' : 'Add key'}
        </Button>
      }
      submit="Save key"
      onSubmit={() => set.run(provider.name, keys)}
      busy={set.busy}
      problem={hasFieldError ? undefined : set.problem?.message}
    >
      {provider.keys.map(({ setting, label }) => (
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
