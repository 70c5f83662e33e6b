'use client';

import { signIn } from 'next-auth/react';
import { ConfirmButton } from '#components/overlays/dialog';
import { TableView } from '#components/sections/table-view';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { linkedAccountsTable } from '#lib/contract/tables/account';
import type { LinkedIdentity } from '#lib/service/users/identities';
import { useAction } from '../use-action';
import { removeIdentityAction, startIdentityLinkAction } from './security-actions';

interface LinkedAccountsProps {
  /** The linked identities, each with the name of its provider. */
  identities: readonly (LinkedIdentity & { provider: string })[];
}

/** The accounts at identity providers that the user can sign in with. */
export function LinkedAccounts({ identities }: LinkedAccountsProps) {
  const remove = useAction(removeIdentityAction);
  return (
    <>
      <ErrorNotice problem={remove.problem} className="mb-4" />
      <TableView
        table={linkedAccountsTable}
        rows={identities}
        getKey={({ issuer, subject }) => `${issuer} ${subject}`}
        views={{
          email: { className: 'min-w-40 text-muted wrap-anywhere' },
          createdAt: { className: 'text-muted' },
        }}
        actions={({ provider, issuer, subject }) => (
          <ConfirmButton
            label="Unlink"
            title={`Unlink ${provider}?`}
            confirmLabel="Unlink account"
            busy={remove.busy}
            onConfirm={() => remove.run({ issuer, subject })}
          >
            You won’t be able to sign in with {provider}. You can link it again on this page.
          </ConfirmButton>
        )}
      />
    </>
  );
}

/** Button that signs in with an identity provider and links that account. */
export function LinkAccount({ provider: { id, name } }: { provider: { id: string; name: string } }) {
  const start = useAction(startIdentityLinkAction, () => void signIn(id, { callbackUrl: '/account' }));
  return (
    <div className="flex flex-col items-start gap-3">
      <ErrorNotice problem={start.problem} />
      <Button busy={start.busy} onClick={() => start.run()}>
        Link {name}
      </Button>
    </div>
  );
}
