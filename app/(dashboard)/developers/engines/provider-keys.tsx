'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import { TableView } from '#components/sections/table-view';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { providerKeysTable } from '#lib/contract/tables/providers';
import { formatItems } from '#lib/core/lists';
import type { AvailableProvider } from '#lib/service/provider-keys/available-providers';
import type { ProviderKeyListing } from '#lib/service/provider-keys/provider-keys';
import { removeProviderKeysAction } from '../actions';
import { ProviderKeyDialog } from './provider-key-dialog';

interface ProviderKeysProps {
  providers: readonly AvailableProvider[];
  keys: readonly ProviderKeyListing[];
  /** Reason why the member can't manage provider keys; null if they can. */
  denial: string | null;
}

/** The providers, and the last four characters of the organization's own key for each. */
export function ProviderKeysTable({ providers, keys, denial }: ProviderKeysProps) {
  const remove = useAction(removeProviderKeysAction);
  return (
    <>
      <ErrorNotice problem={remove.problem} />
      <TableView
        table={providerKeysTable}
        rows={providers.map((provider) => {
          const key = keys.find((one) => one.provider === provider.name);
          return { title: provider.title, lastFour: key?.lastFour, provider, key };
        })}
        getKey={({ provider }) => provider.name}
        views={{
          title: {
            cell: ({ provider }) => (
              <>
                <p className="font-medium">{provider.title}</p>
                <p className="text-xs text-muted">{formatItems(provider.engineNames)}</p>
              </>
            ),
          },
          lastFour: {
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
        }}
        actions={({ provider, key }) => (
          <span className="inline-flex flex-wrap justify-end gap-1">
            <ProviderKeyButton provider={provider} hasKey={key !== undefined} denial={denial} />
            {key ? (
              <ConfirmButton
                label={
                  <>
                    Remove<span className="sr-only"> the key for {provider.title}</span>
                  </>
                }
                title={`Remove your ${provider.title} key?`}
                confirmLabel="Remove key"
                denial={denial}
                busy={remove.busy}
                onConfirm={() => remove.run({ provider: provider.name })}
              >
                Requests will use your key for another provider of the engine, if you have one, and otherwise
                this instance’s provider, if it has one. The key remains valid at {provider.title}; revoke it
                there if nothing else uses it.
              </ConfirmButton>
            ) : null}
          </span>
        )}
      />
    </>
  );
}

interface ProviderKeyButtonProps {
  provider: AvailableProvider;
  hasKey: boolean;
  /** Reason why the member can't manage provider keys; null if they can. */
  denial: string | null;
}

function ProviderKeyButton({ provider, hasKey, denial }: ProviderKeyButtonProps) {
  const action = hasKey ? 'Replace key' : 'Add key';
  const label = `${action} for ${provider.title}`;
  return (
    <ProviderKeyDialog
      providers={[provider]}
      title={label}
      trigger={
        <Button kind="quiet" size="small" denial={denial} aria-label={label}>
          {action}
        </Button>
      }
    />
  );
}
