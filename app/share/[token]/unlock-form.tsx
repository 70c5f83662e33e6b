'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { fieldMessage, useAction } from '../../(dashboard)/use-action';
import { unlockShareAction } from './actions';

/** Asks for the password of a link. */
export function UnlockForm({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const opening = useAction(unlockShareAction, () => window.location.reload());
  const { problem } = opening;
  const wrong = fieldMessage(problem, 'password');
  return (
    // Sent before the page has woken up, a password must not stand in the address.
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        opening.run(token, password);
      }}
    >
      {problem && !wrong ? <Notice tone="danger">{problem.message}</Notice> : null}
      <TextField
        label="Password"
        type="password"
        autoComplete="off"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wrong}
      />
      <Button type="submit" kind="primary" busy={opening.busy}>
        Open
      </Button>
    </form>
  );
}
