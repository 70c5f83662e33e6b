'use client';

import Link from 'next/link';
import { Tabs } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import { AnswerComparison } from '#components/answers/answer-comparison';
import { AnswerExtras } from '#components/answers/answer-extras';
import { AnswerMarkdown } from '#components/answers/answer-markdown';
import { AnswerPage, AnswerRaw } from '#components/answers/answer-original';
import type { AnswerContent, AnswerLoaders } from '#components/answers/answer-part';
import { AnswerSources } from '#components/answers/answer-sources';
import { BrandRanks, HighlightedText } from '#components/answers/brand-mentions';

interface AnswerViewProps {
  answer: AnswerContent;
  loaders: AnswerLoaders;
  /** URL of the prompt; undefined on a shared page. */
  promptHref: string | undefined;
}

/** Tabs with the text, sources, comparison, stored page and raw result of an answer. */
export function AnswerView({ answer, loaders, promptHref }: AnswerViewProps) {
  const [tab, setTab] = useState('answer');
  const [wanted, setWanted] = useState<number | null>(null);
  const cite = useCallback((position: number) => {
    setWanted(position);
    setTab('sources');
  }, []);
  const choose = (next: string) => {
    setWanted(null);
    setTab(next);
  };
  const { loadRaw, loadPrevious } = loaders;
  return (
    <Tabs.Root value={tab} onValueChange={choose}>
      <Tabs.List
        aria-label="Parts of the answer"
        className="mb-5 flex gap-1 overflow-x-auto border-b max-sm:gap-0"
      >
        <Tab value="answer">Answer</Tab>
        <Tab value="sources">Sources {answer.sources.length}</Tab>
        {loadPrevious ? <Tab value="compare">Compare</Tab> : null}
        {loadRaw ? <Tab value="page">Page</Tab> : null}
        {loadRaw ? <Tab value="raw">JSON</Tab> : null}
      </Tabs.List>
      <Panel value="answer">
        <div className="flex flex-col gap-6">
          <BrandRanks ranks={answer.mentions} brands={answer.brands} />
          {answer.markdown ? (
            <AnswerMarkdown answer={answer} markdown={answer.markdown} onCite={cite} />
          ) : (
            <p className="text-base leading-relaxed whitespace-pre-line wrap-anywhere">
              <HighlightedText text={answer.text} mentions={answer.mentions} brands={answer.brands} />
            </p>
          )}
          <AnswerExtras answer={answer} />
          <p className="flex flex-wrap gap-x-4 gap-y-1 border-t pt-4 text-xs text-muted">
            <span>{answer.model ? `Model ${answer.model}` : 'Model not reported'}</span>
            {promptHref ? (
              <Link href={promptHref} className="font-medium text-accent hover:text-accent-strong">
                View prompt
              </Link>
            ) : null}
          </p>
        </div>
      </Panel>
      <Panel value="sources">
        <AnswerSources sources={answer.sources} wanted={wanted} />
      </Panel>
      <Panel value="compare">
        {loadPrevious ? <AnswerComparison answer={answer} load={loadPrevious} /> : null}
      </Panel>
      <Panel value="page">
        <AnswerPage page={answer.page} />
      </Panel>
      <Panel value="raw">{loadRaw ? <AnswerRaw answerId={answer.id} load={loadRaw} /> : null}</Panel>
    </Tabs.Root>
  );
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="h-9 shrink-0 border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink sm:px-2.5 data-[state=active]:border-accent data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}

function Panel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value} tabIndex={-1} className="outline-none">
      {children}
    </Tabs.Content>
  );
}
