'use client';

import { Button } from '#components/ui/button';

interface PageFailedProps {
  error: Error & { digest?: string };
  /** Loads the page again. */
  retry: () => void;
}

/** Returns whether the browser could not load a script: it is offline, or the deployed version has changed. */
function isMissingScript({ name, message }: Error): boolean {
  return name === 'ChunkLoadError' || /loading (css )?chunk|dynamically imported module/i.test(message);
}

/** Shown when a page fails. Details are in the server's log under the digest, never on the page. */
export function PageFailed({ error, retry }: PageFailedProps) {
  const missing = isMissingScript(error);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-xl text-base text-muted text-pretty">
        {missing ? (
          'Part of the page failed to load: the connection was lost or Answerscope was updated. Your saved data is not affected. Reload the page.'
        ) : (
          <>
            The page could not be loaded. Your saved data is not affected, and runs continue. Try again in a
            moment. If the problem persists, contact your administrator
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
        <Button kind="primary" onClick={missing ? () => window.location.reload() : retry}>
          {missing ? 'Reload the page' : 'Try again'}
        </Button>
      </div>
    </div>
  );
}
