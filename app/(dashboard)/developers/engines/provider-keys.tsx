'use client';

import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { AvailableProvider } from '#lib/service/provider-keys/available-providers';
import type { ProviderKeysListing } from '#lib/service/provider-keys/provider-keys';
import { getFieldMessage, useAction, useFormDialog } from '../../use-action';
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
      <ErrorNotice problem={remove.problem} />
      <DataTable
        label="Your provider keys"
        rows={providers.map((provider) => ({
          provider,
          key: keys.find((key) => key.provider === provider.name),
        }))}
        getKey={({ provider }) => provider.name}
        columns={[
          {
            head: 'Provider',
            cell: ({ provider }) => (
              <>
                <p className="font-medium">{provider.title}</p>
                <p className="text-xs text-muted">{provider.engines.join(', ')}</p>
              </>
            ),
          },
          {
            head: 'Your key',
            cell: ({ key }) =>
              key ? (
                <>
                  <span className="font-mono text-xs">…{key.lastFour}</span>
                  <p className="text-xs text-muted">
                    added <Time at={key.createdAt} />
                  </p>
                </>
              ) : (
                <Chip>None</Chip>
              ),
          },
          canManage
            ? {
                head: 'Actions',
                labelHidden: true,
                numericCell: ({ provider, key }) => (
                  <span className="inline-flex flex-wrap justify-end gap-1">
                    <SetProviderKeys provider={provider} replaces={key !== undefined} />
                    {key ? (
                      <ConfirmButton
                        label="Remove"
                        title={`Remove your ${provider.title} key?`}
                        confirm="Remove key"
                        busy={remove.busy}
                        onConfirm={() => remove.run({ provider: provider.name })}
                      >
                        Requests will use this instance’s default provider again. The key remains valid at{' '}
                        {provider.title}; revoke it there if nothing else uses it.
                      </ConfirmButton>
                    ) : null}
                  </span>
                ),
              }
            : null,
        ]}
      />
    </>
  );
}

/** Dialog that stores the organization's API keys for a provider. They are never shown again. */
function SetProviderKeys({ provider, replaces }: { provider: AvailableProvider; replaces: boolean }) {
  const set = useAction(setProviderKeysAction, () => form.close());
  const form = useFormDialog<{ keys: Record<string, string> }>({ keys: {} }, [set]);
  const { keys } = form.values;
  const label = `${replaces ? 'Replace' : 'Add'} key for ${provider.title}`;
  return (
    <FormDialog
      {...form.dialog}
      title={label}
      description={`Used for ${provider.engines.join(', ')} for this organization, billed to your account with the provider. The key is stored encrypted and never shown again.`}
      trigger={
        <Button kind="quiet" size="small" aria-label={label}>
          {replaces ? 'Replace key' : 'Add key'}
        </Button>
      }
      submit="Save key"
      onSubmit={() => set.run({ provider: provider.name, keys })}
    >
      {provider.keys.map(({ setting, label }) => (
        <TextField
          key={setting}
          label={label}
          type={label === 'Login' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          value={keys[setting] ?? ''}
          onChange={(event) => form.change({ keys: { ...keys, [setting]: event.target.value } })}
          error={getFieldMessage(set.problem, `keys.${setting}`)}
        />
      ))}
    </FormDialog>
  );
}
