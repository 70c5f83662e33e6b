'use client';

import { useEffect, useState } from 'react';
import { AuthError, unreachableMessage } from '#components/auth/auth-form';
import { requestPasskey } from '#components/auth/passkey';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import type { Proof, ReauthenticationMethods } from '#lib/service/users/reauthentication';
import type { ReauthenticationRequest } from '../../use-action';
import { useAction, useFormDialog } from '../../use-action';
import { reauthenticateAction, startReauthenticationAction } from './actions';

type Method = Proof['method'];

const methodLabels: Record<Method, string> = {
  password: 'Use your password',
  code: 'Use a code',
  passkey: 'Use a passkey',
};

interface ReauthenticationDialogProps {
  request: ReauthenticationRequest;
  onClose: () => void;
}

/** Asks the user to reauthenticate, then continues with the action that required it. */
export function ReauthenticationDialog({ request, onClose }: ReauthenticationDialogProps) {
  const [methods, setMethods] = useState<ReauthenticationMethods>();
  const [chosen, setChosen] = useState<Method>();
  const start = useAction(startReauthenticationAction, setMethods);
  const confirm = useAction(reauthenticateAction, () => {
    onClose();
    request.onDone();
  });
  const form = useFormDialog({ password: '', code: '' }, [confirm, start]);
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const { run: loadMethods } = start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once per dialog
  useEffect(() => loadMethods(), []);

  const available = (['password', 'code', 'passkey'] as const).filter((method) => methods?.[method]);
  const method = chosen ?? available[0];
  const { password, code } = form.values;
  const submit = async () => {
    setPasskeyProblem(undefined);
    if (method === 'password') confirm.run({ method, password });
    if (method === 'code') confirm.run({ method, code });
    if (method !== 'passkey' || !methods?.passkey) return;
    try {
      confirm.run({ method, response: await requestPasskey(methods.passkey) });
    } catch (error) {
      setPasskeyProblem(error instanceof AuthError ? error.message : unreachableMessage);
    }
    // The challenge of a passkey can be used only once, so load a new one.
    loadMethods();
  };
  return (
    <FormDialog
      {...form.dialog}
      problem={passkeyProblem ?? form.dialog.problem}
      open
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        request.onCancel();
      }}
      title="Confirm that it’s you"
      description="This action requires a recent sign-in. What you’ve entered is kept."
      submitLabel={method === 'passkey' ? 'Use passkey' : 'Confirm'}
      disabled={(method === 'password' && password === '') || (method === 'code' && code === '') || !method}
      onSubmit={submit}
    >
      {method === 'password' ? (
        <TextField
          {...form.field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
      ) : null}
      {method === 'code' ? (
        <TextField
          {...form.field('code')}
          label="Code"
          hint="6 digits from your authenticator app."
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      ) : null}
      {method === 'passkey' ? <p>Your browser will ask you for one of your passkeys.</p> : null}
      {methods && available.length === 0 ? (
        <p>
          Sign in again in{' '}
          <a
            href="/sign-in?prompt=login"
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent hover:underline"
          >
            another tab
          </a>
          , then close this dialog and retry.
        </p>
      ) : null}
      {available.length > 1 ? (
        <div className="flex flex-wrap gap-2">
          {available
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} kind="quiet" size="small" onClick={() => setChosen(other)}>
                {methodLabels[other]}
              </Button>
            ))}
        </div>
      ) : null}
    </FormDialog>
  );
}
