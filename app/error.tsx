'use client';

import { AuthPage } from '#components/auth/auth-page';
import { Button } from '#components/ui/button';

/** Shown when a page fails. The details are in the server's log under the digest, never on the page. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <AuthPage
      title="This page could not be shown"
      lead={
        <>
          Something went wrong on our side. Nothing you saved was lost. Try again; if it stays, tell the
          operator
          {error.digest ? (
            <>
              {' '}
              the code <code className="font-mono text-sm">{error.digest}</code>
            </>
          ) : null}
          .
        </>
      }
    >
      <Button kind="primary" onClick={reset}>
        Try again
      </Button>
    </AuthPage>
  );
}
