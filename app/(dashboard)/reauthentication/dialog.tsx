'use client';

import { FormDialog } from '#components/overlays/dialog';
import { TextField } from '#components/ui/field';
import { reauthenticateAction } from '../account/reauthentication-actions';
import { useAction, useFormDialog } from '../use-action';
import type { ReauthenticationRequest } from './context';

interface ReauthenticationDialogProps {
  request: ReauthenticationRequest;
  onClose: () => void;
}

/** Asks users to confirm who they are, then continues with the action that needs it. */
export function ReauthenticationDialog({ request, onClose }: ReauthenticationDialogProps) {
  const confirm = useAction(reauthenticateAction, () => {
    onClose();
    request.onDone();
  });
  const form = useFormDialog({ password: '' }, [confirm]);
  const { password } = form.values;
  return (
    <FormDialog
      {...form.dialog}
      open
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        request.onCancel();
      }}
      title="Confirm that it’s you"
      description="This change needs a recent sign-in. Your input is kept."
      submit="Confirm"
      disabled={password === ''}
      onSubmit={() => confirm.run({ password })}
    >
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
