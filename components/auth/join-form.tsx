'use client';

import { useState } from 'react';
import { problemOf, unreachable } from '#components/auth/problem-of';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** Joins the signed-in reader to the organization of an invitation. */
export function JoinForm({ token }: { token: string }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const response = await fetch('/api/auth/accept-invitation', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (response.ok) return window.location.assign('/');
      setProblem(await problemOf(response));
    } catch {
      setProblem(unreachable);
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Button kind="primary" busy={busy} onClick={join}>
        Join
      </Button>
    </div>
  );
}
