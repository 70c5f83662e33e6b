'use client';

import { Check, Copy, Download, ExternalLink } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { AnswerContent } from '#components/answers/answer-loaders';
import { AnswerPartState, useAnswerPart } from '#components/answers/answer-part';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';

const never = () => () => undefined;

/** The page as the engine showed it, in a frame that may run nothing and reach nothing of ours. */
export function AnswerPage({ page }: { page: AnswerContent['page'] }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => null,
  );
  if (!page) {
    return (
      <Notice>
        The page was not kept for this answer. Runs keep it for the answers they ask for now, not for the
        past.
      </Notice>
    );
  }
  if (new Date(page.until).getTime() <= Date.now()) {
    return (
      <Notice>
        The page is gone: the service kept it until <Time at={page.until} />. The answer itself stays.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Kept until <Time at={page.until} />. Nothing in it can run.
      </p>
      {page.addresses.map((address, index) => (
        <div key={address} className="flex flex-col gap-2">
          {URL.parse(address)?.origin === origin ? (
            <iframe
              src={address}
              sandbox=""
              referrerPolicy="no-referrer"
              title={`The page as the engine showed it${page.addresses.length > 1 ? `, ${index + 1}` : ''}`}
              className="h-[60dvh] w-full rounded-lg border bg-[white]"
            />
          ) : (
            <p className="text-muted">It is kept by another service and opens in a window of its own.</p>
          )}
          <Button asChild size="small" className="self-start">
            <a href={address} target="_blank" rel="noreferrer noopener">
              <ExternalLink aria-hidden />
              Open page {page.addresses.length > 1 ? index + 1 : ''}
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

/** The engine's result as received, to read, copy or take away. */
export function AnswerRaw({ answerId, load }: AnswerRawProps) {
  const part = useAnswerPart(answerId, load);
  const [copied, setCopied] = useState<'yes' | 'refused'>();
  if (typeof part.value !== 'string')
    return <AnswerPartState part={part} gone="This answer is no longer there." />;
  const json = part.value;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(json);
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  };
  const save = () => {
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
        <Button size="small" onClick={save}>
          <Download aria-hidden />
          Download
        </Button>
        <p role="status" className="text-xs text-muted">
          {copied === 'refused'
            ? 'The browser did not allow copying. Select the text and copy it by hand.'
            : null}
        </p>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {json}
      </pre>
    </div>
  );
}
