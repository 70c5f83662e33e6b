'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { getFieldMessage, useAction } from '../../(dashboard)/use-action';
import { unlockShareAction } from './actions';

/** Form that unlocks a share link, with its password if it has one. */
export function UnlockForm({ token, hasPassword }: { token: string; hasPassword: boolean }) {
  const [password, setPassword] = useState('');
  const unlocking = useAction(unlockShareAction, () => window.location.reload());
  const { problem } = unlocking;
  const passwordError = getFieldMessage(problem, 'password');
  return (
    // POST keeps the password out of the URL if the form is submitted before hydration.
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        unlocking.run(token, password);
      }}
    >
      {problem && !passwordError ? <Notice tone="danger">{problem.message}</Notice> : null}
      {hasPassword ? (
        <TextField
          label="Password"
          type="password"
          autoComplete="off"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={passwordError}
        />
      ) : null}
      <Button type="submit" kind="primary" busy={unlocking.busy}>
        Open report
      </Button>
    </form>
  );
}
