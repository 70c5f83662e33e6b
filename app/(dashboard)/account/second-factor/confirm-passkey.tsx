'use client';

import { KeyRound } from 'lucide-react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { requestPasskey } from '#components/auth/passkey';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { reauthenticateAction, startReauthenticationAction } from '../reauthentication/actions';

/** Lets a passkey verify the user, and then opens the page `next`. */
export function ConfirmPasskey({ next }: { next: string }) {
  const confirm = useAction(
    async (options: Parameters<typeof requestPasskey>[0]) =>
      reauthenticateAction({ method: 'passkey', response: await requestPasskey(options) }),
    () => location.assign(next),
  );
  const start = useAction(startReauthenticationAction, ({ passkey }) => {
    if (passkey) confirm.run(passkey);
  });
  return (
    <div className="flex max-w-2xl flex-col items-start gap-4">
      <ErrorNotice problem={confirm.problem ?? start.problem} />
      <Button
        Icon={KeyRound}
        kind="primary"
        busy={start.busy || confirm.busy}
        onClick={() => {
          confirm.clear();
          start.run();
        }}
      >
        Use passkey
      </Button>
    </div>
  );
}
