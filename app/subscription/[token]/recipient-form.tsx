'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { confirmRecipientAction, unsubscribeRecipientAction } from './actions';

type RecipientState = 'unconfirmed' | 'declined' | 'subscribed' | 'unsubscribed' | 'removed' | 'blocked';

interface RecipientFormProps {
  token: string;
  state: RecipientState;
}

/** The buttons of each state; null if there is none. */
const labels: Record<RecipientState, { confirm: string | null; unsubscribe: string | null }> = {
  unconfirmed: { confirm: 'Confirm address', unsubscribe: 'Decline' },
  declined: { confirm: 'Subscribe', unsubscribe: null },
  subscribed: { confirm: null, unsubscribe: 'Unsubscribe' },
  unsubscribed: { confirm: 'Subscribe again', unsubscribe: null },
  removed: { confirm: null, unsubscribe: 'Unsubscribe' },
  blocked: { confirm: 'Allow emails again', unsubscribe: null },
};

/** Confirms or unsubscribes the recipient that the link belongs to. */
export function RecipientForm({ token, state }: RecipientFormProps) {
  const { confirm, unsubscribe } = labels[state];
  const reload = () => window.location.reload();
  const confirming = useAction(confirmRecipientAction, reload);
  const unsubscribing = useAction(unsubscribeRecipientAction, reload);
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice problem={confirming.problem ?? unsubscribing.problem} />
      {confirm === null ? null : (
        <Button kind="primary" busy={confirming.busy} onClick={() => confirming.run(token)}>
          {confirm}
        </Button>
      )}
      {unsubscribe === null ? null : (
        <Button busy={unsubscribing.busy} onClick={() => unsubscribing.run(token)}>
          {unsubscribe}
        </Button>
      )}
    </div>
  );
}
