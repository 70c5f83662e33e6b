'use client';

import { useState } from 'react';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { Notice } from '#components/ui/notice';
import { useAction } from '../use-action';
import { disableSigningAction, enableSigningAction, rotateSigningAction } from './actions';

/** Enables, disables and rotates the webhook signing secret, which is shown only once. */
export function Signing({ enabled, canManage }: { enabled: boolean; canManage: boolean }) {
  const [secret, setSecret] = useState<string | undefined>();
  const enable = useAction(enableSigningAction, setSecret);
  const rotate = useAction(rotateSigningAction, setSecret);
  const disable = useAction(disableSigningAction, () => setSecret(undefined));
  const problem = enable.problem ?? rotate.problem ?? disable.problem;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-muted">
        {enabled
          ? 'Every delivery includes a timestamp and an HMAC-SHA256 signature of its raw body, so receivers can verify it came from us.'
          : 'Deliveries aren’t signed, so receivers can’t distinguish them from forged ones.'}
      </p>
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      {secret ? <CopySecret label="Signing secret" value={secret} /> : null}
      {canManage ? (
        <div className="flex gap-2">
          {enabled ? (
            <>
              <Button busy={rotate.busy} onClick={() => rotate.run()}>
                Rotate secret
              </Button>
              <ConfirmButton
                label="Disable signing"
                title="Disable signing?"
                confirm="Disable signing"
                size="medium"
                busy={disable.busy}
                onConfirm={() => disable.run()}
              >
                Receivers can no longer verify deliveries, and those that require a signature will reject
                them. Enabling signing again creates a new secret.
              </ConfirmButton>
            </>
          ) : (
            <Button busy={enable.busy} onClick={() => enable.run()}>
              Enable signing{' '}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
