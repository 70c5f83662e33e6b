'use client';

import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { Notice } from '#components/ui/notice';
import { useForm } from '../use-form';
import { changePasswordAction, setPasswordAction } from './actions';

/** Changes the password, or sets the first one. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { form, field, saved } = useForm({
    stored: { current: '', next: '' },
    save: (values) => (hasPassword ? changePasswordAction(values) : setPasswordAction(values)),
    resets: true,
  });
  return (
    <Form
      {...form}
      className="flex max-w-sm flex-col gap-4"
      kind="primary"
      submitLabel={hasPassword ? 'Change password' : 'Set password'}
    >
      {saved ? <Notice>Password saved. Every other browser was signed out.</Notice> : null}
      {hasPassword ? (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...field('current')}
        />
      ) : null}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters."
        {...field('next')}
      />
    </Form>
  );
}
