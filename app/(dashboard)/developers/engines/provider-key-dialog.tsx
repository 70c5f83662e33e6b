'use client';

import { type ReactNode, useState } from 'react';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import { formatModel, formatProvider } from '#lib/contract/engine-labels';
import { formatItems } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { AvailableProvider } from '#lib/service/provider-keys/available-providers';
import { setProviderKeysAction } from '../actions';

function formatSeconds(ms: number): string {
  return ms < 1000 ? 'less than a second' : formatPlural(Math.round(ms / 1000), 'second');
}

interface ProviderKeyDialogProps {
  /** At least one. If there are several, the member chooses. */
  providers: readonly AvailableProvider[];
  title: string;
  trigger: ReactNode;
  onSaved?: () => void;
}

const messages = defineMessages({
  saved: '{provider} answered in {duration}. The key is saved.',
  use: 'Used for {engines}, for this organization only, and billed to your account at {provider}. The key is stored encrypted and never shown again.',
});

/** Dialog that checks the organization's API keys for a provider with a live request, and stores them. */
export function ProviderKeyDialog({ providers, title, trigger, onSaved }: ProviderKeyDialogProps) {
  const toast = useToast();
  const [name, setName] = useState<string>();
  const provider = providers.find((known) => known.name === name) ?? providers[0];
  const emptyKeys: Record<string, string> = {};
  const form = useFormDialog({
    stored: { keys: emptyKeys },
    save: (values) => setProviderKeysAction({ provider: provider?.name ?? '', ...values }),
    onSaved: ({ provider: providerTitle, model, ms }) => {
      toast({
        title: `${providerTitle} key works`,
        description: messages.saved({
          provider: formatProvider(providerTitle, formatModel({ model, isFictional: false })),
          duration: formatSeconds(ms),
        }),
      });
      onSaved?.();
    },
  });
  const { keys } = form.values;
  const { busy } = form.dialog;
  if (!provider) return null;
  return (
    <FormDialog
      {...form.dialog}
      title={title}
      description={messages.use({ engines: formatItems(provider.engineNames), provider: provider.title })}
      trigger={trigger}
      submitLabel={busy ? 'Checking…' : 'Check and save key'}
    >
      {providers.length > 1 ? (
        <Select
          label="Provider"
          options={providers.map((known) => ({ value: known.name, label: known.title }))}
          value={provider.name}
          onChange={(next) => {
            setName(next);
            form.clear();
            form.change({ keys: {} });
          }}
        />
      ) : null}
      {provider.keys.map(({ setting, label }) => (
        <TextField
          key={setting}
          label={label}
          type={label === 'Login' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          value={keys[setting] ?? ''}
          onChange={(event) => form.change({ keys: { ...keys, [setting]: event.target.value } })}
          error={form.getError(`keys.${setting}`)}
        />
      ))}
      <p className="text-xs text-muted" aria-live="polite">
        {busy
          ? `Waiting for an answer from ${provider.title}. This can take up to a minute.`
          : 'One short request checks the key before it’s saved.'}{' '}
        {provider.keysUrl ? (
          <a
            href={provider.keysUrl}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Create a key at {provider.title}
          </a>
        ) : null}
      </p>
    </FormDialog>
  );
}
