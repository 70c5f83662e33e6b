'use client';

import { Check, Copy, Download, ExternalLink } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { type AnswerContent, AnswerPartState, useAnswerPart } from '#components/answers/answer-part';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';

const subscribeToNothing = () => () => undefined;

/** The stored page in a sandboxed iframe without scripts or same-origin access. */
export function AnswerPage({ page }: { page: AnswerContent['page'] }) {
  const origin = useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => null,
  );
  if (!page) {
    return (
      <Notice>
        No page was stored for this answer. Pages are stored for new runs only, not for backfills.
      </Notice>
    );
  }
  if (new Date(page.expiresAt).getTime() <= Date.now()) {
    return (
      <Notice>
        The page expired on <Time at={page.expiresAt} />. The answer is still available.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Available until <Time at={page.expiresAt} />. Scripts are disabled.
      </p>
      {page.urls.map((address, index) => (
        <div key={address} className="flex flex-col gap-2">
          {URL.parse(address)?.origin === origin ? (
            <iframe
              src={address}
              sandbox=""
              referrerPolicy="no-referrer"
              title={`Page as shown by the engine${page.urls.length > 1 ? `, ${index + 1}` : ''}`}
              className="h-[60dvh] w-full rounded-lg border bg-[white]"
            />
          ) : (
            <p className="text-muted">This page is stored on another service and opens in a new tab.</p>
          )}
          <Button asChild size="small" className="self-start">
            <a href={address} target="_blank" rel="noreferrer noopener">
              <ExternalLink aria-hidden />
              Open page {page.urls.length > 1 ? index + 1 : ''}
            </a>
          </Button>
        </div>
      ))}
    </div>
  );
}

interface AnswerRawProps {
  answerId: string;
  load: (answerId: string) => Promise<string | null>;
}

/** The provider's raw result as JSON, to copy or download. */
export function AnswerRaw({ answerId, load }: AnswerRawProps) {
  const part = useAnswerPart('raw', answerId, load);
  const [copied, setCopied] = useState<'yes' | 'blocked'>();
  if (typeof part.data !== 'string')
    return <AnswerPartState part={part} missing="This answer no longer exists." />;
  const json = part.data;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(json);
      setCopied('yes');
    } catch {
      setCopied('blocked');
    }
  };
  const download = () => {
    const address = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `answer-${answerId}.json`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={copy}>
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </Button>
        <Button Icon={Download} size="small" onClick={download}>
          Download
        </Button>
        <p role="status" className="text-xs text-muted">
          {copied === 'blocked'
            ? 'Your browser blocked copying. Select the text and copy it manually.'
            : null}
        </p>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {json}
      </pre>
    </div>
  );
}
