'use client';

import { useState } from 'react';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { Notice } from '#components/ui/notice';
import { useAction } from '../use-action';
import { disableSigningAction, enableSigningAction, rotateSigningAction } from './actions';

/** Turns webhook signing on and off and renews its secret, which is shown once. */
export function Signing({ enabled, mayManage }: { enabled: boolean; mayManage: boolean }) {
  const [secret, setSecret] = useState<string | undefined>();
  const enable = useAction(enableSigningAction, setSecret);
  const rotate = useAction(rotateSigningAction, setSecret);
  const disable = useAction(disableSigningAction, () => setSecret(undefined));
  const problem = enable.problem ?? rotate.problem ?? disable.problem;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-muted">
        {enabled
          ? 'Every delivery carries a timestamp and an HMAC-SHA256 of its raw body, so that the receiver can tell it is ours.'
          : 'Deliveries are not signed: a receiver cannot tell them from forged ones.'}
      </p>
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      {secret ? <CopySecret label="Signing secret" value={secret} /> : null}
      {mayManage ? (
        <div className="flex gap-2">
          {enabled ? (
            <>
              <Button busy={rotate.busy} onClick={() => rotate.run()}>
                Renew the secret
              </Button>
              <ConfirmButton
                label="Stop signing"
                title="Stop signing deliveries?"
                confirm="Stop signing"
                size="medium"
                busy={disable.busy}
                onConfirm={() => disable.run()}
              >
                Receivers can then no longer tell deliveries from forged ones, and those that insist on a
                signature refuse them. Signing again gives a new secret.
              </ConfirmButton>
            </>
          ) : (
            <Button busy={enable.busy} onClick={() => enable.run()}>
              Sign deliveries
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
