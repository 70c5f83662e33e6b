'use client';

import { Plus } from 'lucide-react';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { defineMessages } from '#lib/core/messages';
import type { CompetitorSuggestions } from '#lib/dashboard/brands/suggest-competitors';
import { BrandDialog } from './brand-list';

interface SuggestedCompetitorsProps {
  projectId: string;
  suggestions: CompetitorSuggestions;
  /** Reason why the member can't edit brands; null if they can. */
  denial: string | null;
}

const messages = defineMessages({
  note: 'Names that the newest {answers, plural, one {# answer} other {# answers}} list or emphasize and that you don’t track. Some may be products, places or other words.',
  found: 'in {found, number} of {answers, plural, one {# answer} other {# answers}}',
});

/** Names that answers mention and that are not tracked. Adding one shows its effect first. */
export function SuggestedCompetitors({ projectId, suggestions, denial }: SuggestedCompetitorsProps) {
  const { answers, names } = suggestions;
  return (
    <div id="suggested-competitors" className="scroll-mt-20">
      <Section title="Suggested competitors" note={messages.note({ answers })}>
        <ul>
          {names.map(({ name, answers: count }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 border-t py-1.5 first:border-t-0">
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
              <span className="text-muted tabular-nums">{messages.found({ found: count, answers })}</span>
              <BrandDialog
                projectId={projectId}
                suggestedName={name}
                trigger={
                  <Button
                    Icon={Plus}
                    kind="quiet"
                    size="small"
                    denial={denial}
                    aria-label={`Add ${name} as a competitor`}
                  >
                    Add
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
