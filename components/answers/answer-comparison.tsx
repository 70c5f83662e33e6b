'use client';

import type { ReactNode } from 'react';
import { type AnswerContent, AnswerPartState, useAnswerPart } from '#components/answers/answer-part';
import { Time } from '#components/ui/time';
import type { PreviousAnswer } from '#lib/dashboard/analytics/answers/previous-answer';
import { formatList } from '#lib/format/labels';
import { type DiffPart, diffLists, diffWords } from '#lib/format/word-diff';

interface AnswerComparisonProps {
  answer: AnswerContent;
  load: (answerId: string) => Promise<PreviousAnswer | null>;
}

/** Differences from the previous answer to the same prompt, engine and country. */
export function AnswerComparison({ answer, load }: AnswerComparisonProps) {
  const part = useAnswerPart('previous', answer.id, load);
  if (!part.data)
    return (
      <AnswerPartState
        part={part}
        missing="This is the first answer to this prompt from this engine and country."
      />
    );
  const before = part.data;
  const getBrandName = (id: string) =>
    answer.brands.find((brand) => brand.id === id)?.name ?? 'deleted brand';
  const brands = diffLists(
    before.brandIds.map(getBrandName),
    answer.mentions.map(({ brandId }) => getBrandName(brandId)),
  );
  const sources = diffLists(
    before.domains,
    answer.sources.map(({ domain }) => domain),
  );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Compared with the answer from <Time at={before.requestedAt} />
        {before.model && answer.model && before.model !== answer.model
          ? `; the model changed from ${before.model} to ${answer.model}`
          : null}
        .
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <ListChange label="Brands" {...brands} />
        <ListChange label="Sources" {...sources} />
      </dl>
      <p className="border-t pt-4 text-base leading-relaxed whitespace-pre-line wrap-anywhere">
        {withKeys(diffWords(before.text, answer.text)).map(({ key, ...one }) => (
          <DiffText key={key} {...one} />
        ))}
      </p>
    </div>
  );
}

function ListChange({
  label,
  added,
  removed,
}: {
  label: string;
  added: readonly string[];
  removed: readonly string[];
}) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>
        {added.length === 0 && removed.length === 0 ? 'unchanged' : null}
        {added.length > 0 ? <span className="block">+ {formatList(added)} added</span> : null}
        {removed.length > 0 ? <span className="block">− {formatList(removed)} removed</span> : null}
      </dd>
    </>
  );
}

/** Marks a change by sign and underline or strikethrough, not by color alone. */
function DiffText({ kind, text }: DiffPart): ReactNode {
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

function withKeys(parts: readonly DiffPart[]): (DiffPart & { key: string })[] {
  return parts.map((part, index) => ({ ...part, key: String(index) }));
}
