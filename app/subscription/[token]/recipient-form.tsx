'use client';

import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../../(dashboard)/use-action';
import { confirmRecipientAction, unsubscribeRecipientAction } from './actions';

interface RecipientFormProps {
  token: string;
  state: 'unconfirmed' | 'subscribed' | 'unsubscribed';
}

/** Confirms or unsubscribes the recipient that the link belongs to. */
export function RecipientForm({ token, state }: RecipientFormProps) {
  const reload = () => window.location.reload();
  const confirming = useAction(confirmRecipientAction, reload);
  const unsubscribing = useAction(unsubscribeRecipientAction, reload);
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice problem={confirming.problem ?? unsubscribing.problem} />
      {state === 'subscribed' ? null : (
        <Button kind="primary" busy={confirming.busy} onClick={() => confirming.run(token)}>
          {state === 'unsubscribed' ? 'Subscribe again' : 'Confirm address'}
        </Button>
      )}
      {state === 'unsubscribed' ? null : (
        <Button busy={unsubscribing.busy} onClick={() => unsubscribing.run(token)}>
          Unsubscribe
        </Button>
      )}
    </div>
  );
}
