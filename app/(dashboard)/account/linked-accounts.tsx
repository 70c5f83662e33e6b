'use client';

import { ConfirmButton } from '#components/overlays/dialog';
import { DataTable } from '#components/sections/data-table';
import { ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { LinkedIdentity } from '#lib/service/users/identities';
import { useAction } from '../use-action';
import { removeIdentityAction } from './security-actions';

interface LinkedAccountsProps {
  /** Each with the name of its provider. */
  identities: readonly (LinkedIdentity & { provider: string })[];
}

/** The accounts at identity providers that the user can sign in with. */
export function LinkedAccounts({ identities }: LinkedAccountsProps) {
  const remove = useAction(removeIdentityAction);
  return (
    <>
      <ErrorNotice problem={remove.problem} className="mb-4" />
      <DataTable
        label="Linked accounts"
        rows={identities}
        getKey={({ issuer, subject }) => `${issuer} ${subject}`}
        columns={[
          { head: 'Provider', cell: ({ provider }) => provider },
          { head: 'Email', className: 'text-muted wrap-anywhere', cell: ({ email }) => email },
          {
            head: 'Linked',
            className: 'text-muted max-sm:hidden',
            cell: ({ createdAt }) => <Time at={createdAt} />,
          },
          {
            head: 'Actions',
            labelHidden: true,
            numericCell: ({ provider, issuer, subject }) => (
              <ConfirmButton
                label="Unlink"
                title={`Unlink ${provider}?`}
                confirm="Unlink account"
                busy={remove.busy}
                onConfirm={() => remove.run({ issuer, subject })}
              >
                You can no longer sign in with it. To link it again, sign in with it later.
              </ConfirmButton>
            ),
          },
        ]}
      />
    </>
  );
}
