'use client';

import type { ReactNode } from 'react';
import type { AnswerContent } from '#components/answers/answer-loaders';
import { AnswerPartState, useAnswerPart } from '#components/answers/answer-part';
import { Time } from '#components/ui/time';
import type { PreviousAnswer } from '#lib/dashboard/analytics/previous-answer';
import { listNames } from '#lib/format/labels';
import { type DiffPart, turnover, wordDiff } from '#lib/format/word-diff';

interface AnswerComparisonProps {
  answer: AnswerContent;
  load: (answerId: string) => Promise<PreviousAnswer | null>;
}

/** What changed since the same prompt was last asked of the same engine from the same country. */
export function AnswerComparison({ answer, load }: AnswerComparisonProps) {
  const part = useAnswerPart(answer.id, load);
  if (!part.value)
    return (
      <AnswerPartState part={part} gone="This is the first answer of this prompt, engine and country." />
    );
  const before = part.value;
  const nameOf = (id: string) => answer.brands.find((brand) => brand.id === id)?.name ?? 'a removed brand';
  const brands = turnover(
    before.brandIds.map(nameOf),
    answer.mentions.map(({ brandId }) => nameOf(brandId)),
  );
  const sources = turnover(
    before.domains,
    answer.sources.map(({ domain }) => domain),
  );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Against the answer of <Time at={before.askedAt} />
        {before.model && answer.model && before.model !== answer.model
          ? `; the model was ${before.model} and is now ${answer.model}`
          : null}
        .
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <Moved label="Brands" {...brands} />
        <Moved label="Sources" {...sources} />
      </dl>
      <p className="border-t pt-4 text-base leading-relaxed whitespace-pre-line wrap-anywhere">
        {numbered(wordDiff(before.text, answer.text)).map(({ key, ...one }) => (
          <Changed key={key} {...one} />
        ))}
      </p>
    </div>
  );
}

function Moved({ label, came, went }: { label: string; came: readonly string[]; went: readonly string[] }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>
        {came.length === 0 && went.length === 0 ? 'the same' : null}
        {came.length > 0 ? <span className="block">+ {listNames(came)} came</span> : null}
        {went.length > 0 ? <span className="block">− {listNames(went)} went</span> : null}
      </dd>
    </>
  );
}

/** Signs and lines say what changed; the colour only repeats it. */
function Changed({ kind, text }: DiffPart): ReactNode {
  if (kind === 'same') return text;
  if (kind === 'added') {
    return (
      <ins className="rounded-[3px] bg-accent-soft px-0.5 text-accent-strong underline decoration-2 underline-offset-2">
        <span className="select-none" aria-hidden>
          +
        </span>
        <span className="sr-only">added: </span>
        {text}
      </ins>
    );
  }
  return (
    <del className="rounded-[3px] bg-sunken px-0.5 text-muted line-through">
      <span className="select-none" aria-hidden>
        −
      </span>
      <span className="sr-only">removed: </span>
      {text}
    </del>
  );
}

function numbered(parts: readonly DiffPart[]): (DiffPart & { key: string })[] {
  return parts.map((part, index) => ({ ...part, key: String(index) }));
}
