'use client';

import { Plus } from 'lucide-react';
import { Button } from '#components/ui/button';
import { useClientQuery } from '#components/ui/client-query';
import { formatItems } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatCount, formatPlural } from '#lib/core/numbers';
import { splitList } from '#lib/core/text';
import type { MentionChange, MentionExample, SpellingUse } from '#lib/dashboard/brands/preview-brand';
import type { Brand } from '#lib/dashboard/projects/brand';
import { previewBrandAction } from './actions';
import { type BrandDraft, emptyBrand, toBrandDraft, toBrandInput } from './brand-draft';
import { useDebouncedValue } from './use-debounced-value';

/** Share of lower-case mentions above which a name is probably also a common word. */
const commonWordShare = 0.2;

interface BrandPreviewProps {
  /** Undefined for a new project, which has no answers. */
  projectId?: string | undefined;
  /** Undefined for a new brand. */
  stored?: Brand | undefined;
  draft: BrandDraft;
  onChange: (draft: BrandDraft) => void;
}

/**
 * Shows how a draft would change the mentions in the newest answers, while it differs from the stored brand, and how they
 * write the brand.
 */
export function BrandPreview({ projectId, stored, draft, onChange }: BrandPreviewProps) {
  const debounced = useDebouncedValue(JSON.stringify({ ...draft, domains: '' }));
  const isChanged =
    debounced !== JSON.stringify({ ...(stored ? toBrandDraft(stored) : emptyBrand), domains: '' });
  const { data: preview } = useClientQuery({
    queryKey: ['brand-preview', projectId, stored?.id, debounced],
    queryFn: async () => {
      const brand = toBrandInput(JSON.parse(debounced));
      const result = await previewBrandAction({ projectId, brandId: stored?.id, ...brand });
      return result.ok ? result.value : null;
    },
    enabled: draft.name.trim() !== '',
    gcTime: 0,
  });
  if (!preview || (preview.answers === 0 && preview.proposed.length === 0)) return <div role="status" />;
  const { answers, mentionedBefore, mentionedAfter, added, removed, mentions, lowerCaseMentions } = preview;
  const addAlias = (spelling: string) =>
    onChange({ ...draft, aliases: [...splitList(draft.aliases), spelling].join(', ') });
  const isCommonWord = !draft.matchCase && lowerCaseMentions > mentions * commonWordShare;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-lg bg-sunken p-4 text-xs text-muted">
      {projectId ? (
        <p className="font-medium text-ink">
          {messages.mentioned({
            change: isChanged ? (stored ? 'changed' : 'new') : 'other',
            mentioned: mentionedAfter,
            answers,
            before: mentionedBefore,
          })}
        </p>
      ) : null}
      {stored ? <Examples label="Newly counted" change={added} /> : null}
      <Examples label={stored ? 'No longer counted' : 'Examples'} change={stored ? removed : added} />
      {preview.counted.length > 1 ? (
        <p>
          Counted spellings:{' '}
          {formatItems(
            preview.counted.map(({ spelling, answers: count }) => `${spelling} (${formatCount(count)})`),
          )}
        </p>
      ) : null}
      <ProposedSpellings spellings={preview.proposed} hasAnswers={answers > 0} onAdd={addAlias} />
      {isCommonWord ? (
        <p>{messages.lowerCase({ lowerCaseMentions, mentions, name: draft.name.trim().toLowerCase() })}</p>
      ) : null}
    </div>
  );
}

const messages = defineMessages({
  mentioned:
    '{change, select, changed {With these changes: mentioned} new {With these changes: mentioned} other {Mentioned}} in {mentioned, number} of the latest {answers, plural, one {# answer} other {# answers}}{change, select, changed { (currently {before, number})} new {} other {}}',
  addSpelling:
    '{spelling} ({answers, plural, =0 {no answers yet} one {adds # answer} other {adds # answers}})',
  lowerCase:
    '{lowerCaseMentions, number} of {mentions, plural, one {# mention} other {# mentions}} {lowerCaseMentions, plural, one {is} other {are}} in lower case. If “{name}” is also a common word, turn on Match case.',
});

interface ProposedSpellingsProps {
  spellings: readonly SpellingUse[];
  hasAnswers: boolean;
  onAdd: (spelling: string) => void;
}

/** Spellings that do not count yet, with the number of answers that each would add. */
function ProposedSpellings({ spellings, hasAnswers, onAdd }: ProposedSpellingsProps) {
  if (spellings.length === 0) return null;
  return (
    <div>
      <p>Other spellings that don’t count. Add those that mean this brand:</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {spellings.map(({ spelling, answers }) => (
          <li key={spelling}>
            <Button
              Icon={Plus}
              size="small"
              aria-label={`Add ${spelling} as an alias`}
              onClick={() => onAdd(spelling)}
            >
              {hasAnswers ? messages.addSpelling({ spelling, answers }) : spelling}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Examples({ label, change }: { label: string; change: MentionChange }) {
  if (change.answers === 0) return null;
  return (
    <div>
      <p>
        {label}: {formatPlural(change.answers, 'answer')}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {change.examples.map((example) => (
          <li key={`${example.before}${example.mention}`} className="line-clamp-2 wrap-anywhere">
            <Example {...example} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Example({ before, mention, after }: MentionExample) {
  return (
    <>
      {before}
      <mark className="rounded-sm bg-accent-soft text-accent-strong">{mention}</mark>
      {after}
    </>
  );
}
