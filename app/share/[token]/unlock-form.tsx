'use client';

import { useRouter } from 'next/navigation';
import { useForm } from '#app/(dashboard)/use-form.ts';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { unlockShareAction } from './actions';

/** Form that unlocks a share link, with its password if it has one. */
export function UnlockForm({ token, hasPassword }: { token: string; hasPassword: boolean }) {
  const router = useRouter();
  const { form, field } = useForm({
    stored: { password: '' },
    save: ({ password }) => unlockShareAction(token, password),
    onSaved: () => router.refresh(),
  });
  return (
    <Form {...form} align="stretch" kind="primary" submitLabel="Open report">
      {hasPassword ? (
        <TextField {...field('password')} label="Password" type="password" autoComplete="off" required />
      ) : null}
    </Form>
  );
}
