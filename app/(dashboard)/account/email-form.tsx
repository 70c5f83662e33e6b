'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { NoMailServer } from '#components/ui/no-mail-server';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { useAction } from '../use-action';
import { useForm } from '../use-form';
import { requestEmailChangeAction, resendVerificationAction } from './actions';

interface EmailFormProps {
  email: string;
  isVerified: boolean;
  /** Whether the change needs the password; otherwise it needs a recent sign-in. */
  hasPassword: boolean;
  hasMailServer: boolean;
}

/** Shows whether the email address is verified, and changes the address. */
export function EmailForm({ email, isVerified, hasPassword, hasMailServer }: EmailFormProps) {
  const { form, field, saved } = useForm({
    stored: { email: '', password: '' },
    save: (values) => requestEmailChangeAction(values),
    resets: true,
  });
  return (
    <div className="flex max-w-sm flex-col gap-4">
      <p className="wrap-anywhere">
        {email}{' '}
        <Chip tone={isVerified ? 'plain' : 'warning'}>{isVerified ? 'Verified' : 'Not verified'}</Chip>
      </p>
      <NoMailServer hasMailServer={hasMailServer} />
      {isVerified || !hasMailServer ? null : <ResendVerification />}
      <Form {...form} kind="primary" submitLabel="Change email address">
        {saved ? (
          <Notice>
            {hasMailServer ? 'We sent a link to' : 'The operator of this instance now has a link for'}{' '}
            <span className="wrap-anywhere">{saved.values.email}</span>. Open it in a browser where you’re
            signed in, and confirm the new address there. Until then, you keep signing in with the current
            one.
          </Notice>
        ) : null}
        <TextField label="New email address" type="email" autoComplete="email" required {...field('email')} />
        {hasPassword ? (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            {...field('password')}
          />
        ) : null}
      </Form>
    </div>
  );
}

function ResendVerification() {
  const [isSent, setIsSent] = useState(false);
  const resend = useAction(resendVerificationAction, () => setIsSent(true));
  return (
    <div className="flex flex-col items-start gap-3">
      <ErrorNotice problem={resend.problem} />
      {isSent ? (
        <Notice>We sent a new link. Check your spam folder too.</Notice>
      ) : (
        <Button busy={resend.busy} onClick={() => resend.run()}>
          Send verification link
        </Button>
      )}
    </div>
  );
}
