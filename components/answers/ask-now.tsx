'use client';

import { useState } from 'react';
import { SandboxBadge } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { estimateCredits } from '#lib/contract/credits';
import { type Engine, engines } from '#lib/contract/engines';
import { defineMessages } from '#lib/core/messages';
import type { SpotCheckData } from '#lib/dashboard/analytics/answers/spot-check';
import type { AskedPrompt } from '#lib/dashboard/playground/ask-prompt';
import type { AnswersLinkContext } from '#lib/format/answer-links';
import { listMissingAnswers, placeResult } from '#lib/format/spot-check-sentences';

/** Asks a prompt live. */
export interface AskSource {
  send: (input: {
    projectId: string;
    query: string;
    promptId: string;
    engine: Engine;
    country: string;
    tries: number;
  }) => Promise<{ ok: true; value: AskedPrompt } | { ok: false; message: string }>;
  /** Why the member can't ask; null if they can. */
  denial: string | null;
}

interface AskNowProps {
  ask: AskSource;
  check: SpotCheckData;
  promptId: string;
  linkContext: AnswersLinkContext;
}

const messages = defineMessages({
  ask: 'Ask {tries, plural, =1 {once} =2 {twice} other {# times}} now',
  asking: 'Asking {tries, plural, =1 {once} =2 {twice} other {# times}}…',
  cost: 'Costs {credits, plural, one {# credit} other {# credits}}. The answers aren’t stored and count in no metric.',
});
const failedMessage =
  'We couldn’t confirm whether the prompt was asked. Check in the request log before you ask again.';

/** Asks the prompt as often as the spot check says, and shows where the result falls. */
export function AskNow({ ask, check, promptId, linkContext }: AskNowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<{ message: string }>();
  const [asked, setAsked] = useState<AskedPrompt>();
  const { country, tries, brand } = check;
  const engine = engines.find((key) => key === check.engine);
  if (!engine) return null;
  const send = async () => {
    setIsAsking(true);
    setProblem(undefined);
    setAsked(undefined);
    const result = await ask
      .send({ ...linkContext, promptId, engine, country, tries })
      .catch(() => ({ ok: false as const, message: failedMessage }));
    setIsAsking(false);
    if (result.ok) setAsked(result.value);
    else setProblem(result);
  };
  return (
    <div data-print="hide" className="flex flex-col gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button denial={ask.denial} busy={isAsking} onClick={send}>
          {isAsking ? messages.asking({ tries }) : messages.ask({ tries })}
        </Button>
        <p className="text-xs text-muted">
          {messages.cost({ credits: tries * estimateCredits('monitor', { model: engine }) })}
        </p>
      </div>
      <ErrorNotice problem={problem} />
      <div role="status">{asked ? <LiveAnswers asked={asked} brand={brand} /> : null}</div>
    </div>
  );
}

function LiveAnswers({ asked, brand }: { asked: AskedPrompt; brand: string }) {
  const { answers, spotCheck } = asked;
  const mentions = answers.filter(({ isMentioned }) => isMentioned).length;
  const fictional = answers.filter(({ isFictional }) => isFictional).length;
  return (
    <div className="flex flex-col gap-2">
      {spotCheck ? <p className="font-medium">{placeResult(spotCheck, mentions)}</p> : null}
      {listMissingAnswers(asked).map((text) => (
        <p key={text} className="text-warning">
          {text}
        </p>
      ))}
      <ol className="divide-y border-y text-xs empty:hidden">
        {answers.map(({ excerpt, isMentioned }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no ID and never change order
          <li key={index} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[10rem_1fr]">
            <span className="font-medium">{isMentioned ? `Mentions ${brand}` : 'No mention'}</span>
            <span className="min-w-0 text-muted wrap-anywhere">{excerpt}</span>
          </li>
        ))}
      </ol>
      {fictional > 0 ? (
        <span>
          <SandboxBadge isPartial={fictional < answers.length} />
        </span>
      ) : null}
    </div>
  );
}
