'use client';

import { Button } from '#components/ui/button';

interface PageFailedProps {
  error: Error & { digest?: string };
  /** Loads the page again. */
  retry: () => void;
}

/** Returns whether a script failed to load, because the browser is offline or a new version was deployed. */
function isMissingScript({ name, message }: Error): boolean {
  return name === 'ChunkLoadError' || /loading (css )?chunk|dynamically imported module/i.test(message);
}

/** Shown when a page fails. Details are in the server's log under the digest, not on the page. */
export function PageFailed({ error, retry }: PageFailedProps) {
  const isScriptMissing = isMissingScript(error);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-xl text-base text-muted text-pretty">
        {isScriptMissing ? (
          'Part of the page failed to load: the connection was lost or Answerscope was updated. Your saved data isn’t affected. Reload the page.'
        ) : (
          <>
            Your saved data isn’t affected, and runs continue. Try again in a moment. If the problem persists,
            contact the operator of this Answerscope instance
            {error.digest ? (
              <>
                {' '}
                with the code <code className="font-mono text-sm">{error.digest}</code>
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
