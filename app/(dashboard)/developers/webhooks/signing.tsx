'use client';

import { useState } from 'react';
import { RotateSecret } from '#app/(dashboard)/rotate-secret.tsx';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ConfirmButton } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { ErrorNotice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { SigningState } from '#lib/service/webhooks/signing';
import { disableSigningAction, enableSigningAction, endOverlapAction, rotateSigningAction } from './actions';

/** Shows how webhooks are signed; enables, rotates and disables the signing secret, which is shown only once. */
export function WebhookSigning({ state, denial }: { state: SigningState; denial: string | null }) {
  const [secret, setSecret] = useState<string>();
  const enable = useAction(enableSigningAction, setSecret);
  const disable = useAction(disableSigningAction, () => setSecret(undefined));
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-muted">
        {state.isEnabled
          ? 'Every delivery includes a timestamp and an HMAC-SHA256 signature of the timestamp and the raw body, so your endpoint can verify that it came from us.'
          : 'Deliveries aren’t signed, so your endpoint can’t distinguish them from forged ones.'}
      </p>
      {state.previousUntil ? <Overlap until={state.previousUntil} denial={denial} /> : null}
      <ErrorNotice problem={enable.problem ?? disable.problem} />
      {secret && state.isEnabled ? <CopySecret label="Signing secret" value={secret} /> : null}
      <div className="flex flex-wrap gap-2">
        {state.isEnabled ? (
          <>
            <RotateSecret
              description="The signature changes immediately. During the overlap, deliveries are also signed with the previous secret, so endpoints that check both headers aren’t interrupted."
              trigger={<Button denial={denial}>Rotate secret</Button>}
              rotate={(overlapDays) => rotateSigningAction({ overlapDays })}
              hasOverlap={state.previousUntil !== null}
              onRotated={() => setSecret(undefined)}
            />
            <ConfirmButton
              label="Disable signing"
              title="Disable signing?"
              confirmLabel="Disable signing"
              denial={denial}
              size="medium"
              busy={disable.busy}
              onConfirm={() => disable.run()}
            >
              Endpoints can no longer verify deliveries, and those that require a signature will reject them.
              Enabling signing again creates a new secret.
            </ConfirmButton>
          </>
        ) : (
          <Button denial={denial} busy={enable.busy} onClick={() => enable.run()}>
            Enable signing
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows how long the previous secret stays valid, and ends the overlap. */
function Overlap({ until, denial }: { until: Date; denial: string | null }) {
  const end = useAction(endOverlapAction);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-sunken px-3.5 py-2.5">
      <p className="min-w-0 flex-1 basis-72">
        Previous secret valid until <Time at={until} />. Until then, deliveries are also signed with it in{' '}
        <code className="font-mono text-xs">X-Svc-Signature-Previous</code>.
      </p>
      <ErrorNotice problem={end.problem} />
      <ConfirmButton
        label="End overlap now"
        title="End the overlap?"
        confirmLabel="End overlap"
        denial={denial}
        busy={end.busy}
        onConfirm={() => end.run()}
      >
        Endpoints that still use the previous secret will reject deliveries from now on. Check that all of
        them use the new one.
      </ConfirmButton>
    </div>
  );
}
