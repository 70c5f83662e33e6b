import { X } from 'lucide-react';
import Link from 'next/link';

interface ConditionChipsProps {
  /** In words, each with the address without it. */
  conditions: readonly { key: string; words: string; removeHref: string }[];
}

/** What narrows the list beyond the filters, each with a cross that takes it away. */
export function ConditionChips({ conditions }: ConditionChipsProps) {
  if (conditions.length === 0) return null;
  return (
    <ul aria-label="Conditions in force" className="flex flex-wrap items-center gap-1.5">
      {conditions.map(({ key, words, removeHref }) => (
        <li
          key={key}
          className="inline-flex min-h-7 items-center rounded-md bg-accent-soft pl-2.5 text-xs font-medium text-accent-strong"
        >
          <span className="py-1 wrap-anywhere">{words}</span>
          <Link
            prefetch={false}
            href={removeHref}
            scroll={false}
            aria-label={`Remove condition ${words}`}
            className="ml-0.5 flex size-7 shrink-0 items-center justify-center rounded-md hover:text-ink"
          >
            <X className="size-3.5" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
