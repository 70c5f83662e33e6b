'use client';

import { useEffect, useState } from 'react';
import { type ReauthenticationRequest, useAction } from '#app/(dashboard)/use-action.ts';
import { useForm } from '#app/(dashboard)/use-form.ts';
import { requestPasskey } from '#components/auth/passkey';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import type { Proof, ReauthenticationMethods } from '#lib/service/users/reauthentication';
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
  const { run: loadMethods } = start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once per dialog
  useEffect(() => {
    loadMethods();
  }, []);

  const available = (['password', 'code', 'passkey'] as const).filter((method) => methods?.[method]);
  const method = chosen ?? available[0];
  const confirmWithPasskey = async (options: Parameters<typeof requestPasskey>[0]) => {
    try {
      return await reauthenticateAction({ method: 'passkey', response: await requestPasskey(options) });
    } finally {
      // The challenge of a passkey can be used only once, so load a new one.
      loadMethods();
    }
  };
  const form = useForm({
    stored: { password: '', code: '' },
    actions: [start],
    save: ({ password, code }) => {
      if (method === 'passkey' && methods?.passkey) return confirmWithPasskey(methods.passkey);
      return reauthenticateAction(method === 'code' ? { method, code } : { method: 'password', password });
    },
    onSaved: () => {
      onClose();
      request.onDone();
    },
  });
  const { password, code } = form.values;
  return (
    <FormDialog
      {...form.form}
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
