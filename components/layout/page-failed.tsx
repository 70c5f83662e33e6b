'use client';

import { Button } from '#components/ui/button';

interface PageFailedProps {
  error: Error & { digest?: string };
  /** Reads the page again from the server. */
  retry: () => void;
}

/** A part of the program that the browser could not load: offline, or of a version that is gone. */
function isMissingScript({ name, message }: Error): boolean {
  return name === 'ChunkLoadError' || /loading (css )?chunk|dynamically imported module/i.test(message);
}

/** What to do about a page that failed. The details are in the server's log under the digest, never on the page. */
export function PageFailed({ error, retry }: PageFailedProps) {
  const missing = isMissingScript(error);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-xl text-base text-muted text-pretty">
        {missing ? (
          'A part of it did not reach the browser: the connection was lost, or Answerscope was updated meanwhile. Nothing you saved was lost. Reload the page.'
        ) : (
          <>
            The server could not read it just now. Nothing you saved was lost, and runs go on. Try again in a
            moment; if it stays, tell the operator
            {error.digest ? (
              <>
                {' '}
                the code <code className="font-mono text-sm">{error.digest}</code>
              </>
            ) : null}
            .
          </>
        )}
      </p>
      <div>
        <Button kind="primary" onClick={missing ? () => window.location.reload() : retry}>
          {missing ? 'Reload the page' : 'Try again'}
        </Button>
      </div>
    </div>
  );
}
