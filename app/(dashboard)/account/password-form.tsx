'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { getFieldMessage, useAction } from '../use-action';
import { changePasswordAction, setPasswordAction } from './actions';

const emptyValues = { current: '', next: '' };

/** Changes the password, or sets the first one. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const [values, setValues] = useState(emptyValues);
  const [isChanged, setIsChanged] = useState(false);
  const change = useAction(hasPassword ? changePasswordAction : setPasswordAction, () => {
    setValues(emptyValues);
    setIsChanged(true);
  });
  const { problem } = change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChanged(false);
    change.run(values);
  };
  const hasFieldError = ['current', 'next'].some((name) => getFieldMessage(problem, name));
  return (
    <form method="post" onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      {hasFieldError ? null : <ErrorNotice problem={problem} />}
      {isChanged ? <Notice>Password saved. Every other browser was signed out.</Notice> : null}
      {hasPassword ? (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={values.current}
          onChange={(event) => setValues({ ...values, current: event.target.value })}
          error={getFieldMessage(problem, 'current')}
        />
      ) : null}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters."
        value={values.next}
        onChange={(event) => setValues({ ...values, next: event.target.value })}
        error={getFieldMessage(problem, 'next')}
      />
      <Button type="submit" kind="primary" busy={change.busy} className="self-start">
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
}
