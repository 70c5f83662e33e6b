'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { reportPageError } from '#components/layout/report-error';
import { Button } from '#components/ui/button';

interface PageFailedProps {
  error: unknown;
  /** Loads the page again. */
  retry: () => void;
}

/** Returns whether a script failed to load, because the browser is offline or a new version was deployed. */
function isMissingScript(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'ChunkLoadError' || /loading (css )?chunk|dynamically imported module/i.test(error.message)
  );
}

/** Returns the code under which the server logged an error; undefined for errors of the browser. */
function getDigest(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
}

/** Shown when a page fails. Details are in the server's log, for errors of the server under the digest, not on the page. */
export function PageFailed({ error, retry }: PageFailedProps) {
  const isScriptMissing = isMissingScript(error);
  const digest = getDigest(error);
  useEffect(() => {
    reportPageError(error);
  }, [error]);
  const query = useSearchParams().toString();
  const failedQuery = useRef(query);
  useEffect(() => {
    // A link to the same page with other filters does not reset the error boundary.
    if (query !== failedQuery.current) retry();
    failedQuery.current = query;
  }, [query, retry]);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-xl text-base text-muted text-pretty">
        {isScriptMissing ? (
          'Part of the page failed to load: the connection was lost or Answerscope was updated. Your saved data isn’t affected. Reload the page.'
        ) : (
          <>
            Your saved data isn’t affected, and runs continue. Try again in a moment. If the problem persists,
            contact the operator of this Answerscope instance
            {digest ? (
              <>
                {' '}
                with the code <code className="font-mono text-sm">{digest}</code>
              </>
            ) : null}
            .
          </>
        )}
      </p>
      <div>
        <Button kind="primary" onClick={isScriptMissing ? () => window.location.reload() : retry}>
          {isScriptMissing ? 'Reload the page' : 'Try again'}
        </Button>
      </div>
    </div>
  );
}
