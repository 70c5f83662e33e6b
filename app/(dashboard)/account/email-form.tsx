'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { getFieldMessage, useAction } from '../use-action';
import { requestEmailChangeAction, resendVerificationAction } from './actions';

const emptyValues = { email: '', password: '' };

interface EmailFormProps {
  email: string;
  isVerified: boolean;
  /** Whether the change needs the password; otherwise it needs a recent sign-in. */
  hasPassword: boolean;
}

/** Shows whether the email address is verified, and changes the address. */
export function EmailForm({ email, isVerified, hasPassword }: EmailFormProps) {
  const [values, setValues] = useState(emptyValues);
  const [requestedEmail, setRequestedEmail] = useState<string>();
  const change = useAction(requestEmailChangeAction, () => {
    setRequestedEmail(values.email);
    setValues(emptyValues);
  });
  const { problem } = change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRequestedEmail(undefined);
    change.run(values);
  };
  const hasFieldError = ['email', 'password'].some((name) => getFieldMessage(problem, name));
  return (
    <div className="flex max-w-sm flex-col gap-4">
      <p className="wrap-anywhere">
        {email}{' '}
        <Chip tone={isVerified ? 'plain' : 'warning'}>{isVerified ? 'Verified' : 'Not verified'}</Chip>
      </p>
      {isVerified ? null : <ResendVerification />}
      <form method="post" onSubmit={submit} className="flex flex-col gap-4">
        {hasFieldError ? null : <ErrorNotice problem={problem} />}
        {requestedEmail ? (
          <Notice>
            We sent a link to <span className="wrap-anywhere">{requestedEmail}</span>. Open it in a browser
            where you’re signed in, and confirm the new address there. Until then, you keep signing in with
            the current one.
          </Notice>
        ) : null}
        <TextField
          label="New email address"
          type="email"
          autoComplete="email"
          required
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.target.value })}
          error={getFieldMessage(problem, 'email')}
        />
        {hasPassword ? (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={values.password}
            onChange={(event) => setValues({ ...values, password: event.target.value })}
            error={getFieldMessage(problem, 'password')}
          />
        ) : null}
        <Button type="submit" kind="primary" busy={change.busy} className="self-start">
          Change email address
        </Button>
      </form>
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
