'use client';

import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { QrCode } from '#components/ui/qr-code';
import { defineMessages } from '#lib/core/messages';
import { useAction } from '../use-action';
import { useFormDialog } from '../use-form';
import { RecoveryCodes } from './recovery-codes';
import {
  confirmTotpAction,
  disableTotpAction,
  regenerateRecoveryCodesAction,
  startTotpAction,
} from './security-actions';

interface TwoFactorProps {
  isEnabled: boolean;
  /** Number of unused recovery codes. */
  recoveryCodeCount: number;
}

const messages = defineMessages({
  enabled: 'Enabled. {codes, plural, one {# recovery code} other {# recovery codes}} left.',
});

/** Enables and disables the codes of an authenticator app, and renews the recovery codes. */
export function TwoFactor({ isEnabled, recoveryCodeCount }: TwoFactorProps) {
  const [codes, setCodes] = useState<string[]>();
  const disable = useAction(disableTotpAction, () => setCodes(undefined));
  const regenerate = useAction(regenerateRecoveryCodesAction, setCodes);
  const { busy } = regenerate;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <ErrorNotice problem={disable.problem ?? regenerate.problem} />
      <p className="text-muted">
        {isEnabled
          ? messages.enabled({ codes: recoveryCodeCount })
          : 'Disabled. Enable it so that your password alone isn’t enough to sign in.'}
      </p>
      {codes && isEnabled ? <RecoveryCodes codes={codes} /> : null}
      <div className="flex flex-wrap gap-2">
        {isEnabled ? (
          <>
            <ConfirmButton
              label="Create new recovery codes"
              title="Create new recovery codes?"
              confirmLabel="Create codes"
              size="medium"
              busy={busy}
              onConfirm={() => regenerate.run()}
            >
              Your current recovery codes stop working.
            </ConfirmButton>
            <ConfirmButton
              label="Disable two-factor authentication"
              title="Disable two-factor authentication?"
              confirmLabel="Disable two-factor authentication"
              size="medium"
              busy={disable.busy}
              onConfirm={() => disable.run()}
            >
              You’ll sign in with your password alone. Your recovery codes are deleted.
            </ConfirmButton>
          </>
        ) : (
          <EnableTwoFactor onEnabled={setCodes} />
        )}
      </div>
    </div>
  );
}

/** Dialog that connects an authenticator app. @param onEnabled receives the recovery codes */
function EnableTwoFactor({ onEnabled }: { onEnabled: (codes: string[]) => void }) {
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const start = useAction(startTotpAction, setSetup);
  const form = useFormDialog({
    stored: { code: '' },
    actions: [start],
    save: (values) => confirmTotpAction(values),
    onSaved: onEnabled,
  });
  return (
    <FormDialog
      {...form.dialog}
      title="Enable two-factor authentication"
      description="Scan the QR code with an authenticator app, then enter the 6 digits that the app shows."
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setSetup(undefined);
        if (open) start.run();
      }}
      trigger={<Button Icon={ShieldCheck}>Enable two-factor authentication</Button>}
      submitLabel="Enable"
      disabled={!setup || form.values.code === ''}
    >
      <div className="flex flex-wrap items-start gap-5">
        {setup ? (
          <QrCode value={setup.uri} label="QR code for your authenticator app" className="size-40" />
        ) : (
          <div className="size-40 rounded-lg bg-sunken" aria-busy />
        )}
        <div className="min-w-0 flex-1 basis-56">
          <CopySecret
            label="Secret"
            value={setup?.secret ?? ''}
            note="Enter it in the app if you can’t scan the QR code."
          />
        </div>
      </div>
      <TextField
        {...form.field('code')}
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
      />
    </FormDialog>
  );
}
