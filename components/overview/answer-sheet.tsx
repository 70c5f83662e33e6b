'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import type { WholeAnswer } from '#components/overview/facts';
import { Highlighted } from '#components/overview/highlighted';
import { Button } from '#components/ui/button';
import { FictionalTag } from '#components/ui/fictional-tag';
import { Notice } from '#components/ui/notice';
import { Sheet } from '#components/ui/sheet';
import { Skeleton } from '#components/ui/skeleton';

export type LoadAnswer = (answerId: string) => Promise<WholeAnswer | null>;

interface AnswerSheetProps {
  answerId: string;
  prompt: string;
  /** Engine, country and time, in one line. */
  about: string;
  label: string;
  load: LoadAnswer;
}

/** One whole answer beside the page: its text with the brands marked, its numbered sources, the engine's searches. */
export function AnswerSheet({ answerId, prompt, about, label, load }: AnswerSheetProps) {
  const [answer, setAnswer] = useState<WholeAnswer | null>();
  const [failed, setFailed] = useState(false);
  const open = async (isOpen: boolean) => {
    if (!isOpen || answer) return;
    setFailed(false);
    try {
      setAnswer(await load(answerId));
    } catch {
      setFailed(true);
    }
  };
  return (
    <Sheet
      title={prompt}
      description={about}
      onOpenChange={open}
      trigger={
        <Button kind="quiet" size="small" className="-ml-2.5">
          {label}
        </Button>
      }
    >
      {failed ? (
        <Notice tone="danger">The answer could not be loaded. Close this and open it again.</Notice>
      ) : answer === undefined ? (
        <div className="flex flex-col gap-2.5" role="status" aria-label="Loading the answer">
          <Skeleton />
          <Skeleton />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-4 h-4 w-1/3" />
        </div>
      ) : answer === null ? (
        <Notice>This answer is no longer there.</Notice>
      ) : (
        <WholeAnswerView answer={answer} />
      )}
    </Sheet>
  );
}

function WholeAnswerView({ answer }: { answer: WholeAnswer }) {
  return (
    <div className="flex flex-col gap-6">
      <p className="text-base leading-relaxed whitespace-pre-line">
        <Highlighted text={answer.text} mentions={answer.mentions} brands={answer.brands} />
      </p>
      <section aria-label="Sources" className="border-t pt-4">
        <div className="mb-2 flex items-center justify-between">
          <h3 className="font-semibold">Sources</h3>
          {answer.sources.some(({ fictional }) => fictional) ? <FictionalTag /> : null}
        </div>
        {answer.sources.length === 0 ? <p className="text-muted">This answer lists none.</p> : null}
        <ol className="divide-y">
          {answer.sources.map((source) => (
            <li key={source.position} className="flex gap-3 py-2.5">
              <span className="w-5 shrink-0 text-right text-muted">{source.position}</span>
              <div className="min-w-0 flex-1">
                {source.fictional ? (
                  <p className="font-medium">{source.label}</p>
                ) : (
                  <a
                    href={source.url}
                    target="_blank"
                    rel="noreferrer noopener nofollow"
                    className="font-medium text-accent hover:text-accent-strong"
                  >
                    {source.label || source.domain}
                  </a>
                )}
                <p className="truncate text-xs text-muted">{source.domain}</p>
              </div>
              <span className="shrink-0 text-xs text-muted">
                {source.citations === 0
                  ? 'listed'
                  : source.citations === 1
                    ? 'cited'
                    : `cited ${source.citations} times`}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {answer.searchQueries.length > 0 ? (
        <section aria-label="The engine’s own searches" className="border-t pt-4">
          <h3 className="mb-2 font-semibold">The engine’s own searches</h3>
          <ul className="flex flex-col gap-1.5 text-muted">
            {answer.searchQueries.map((query) => (
              <li key={query} className="flex items-center gap-2">
                <Search className="size-3.5 shrink-0" aria-hidden />
                {query}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
