'use client';

import { previewBrandAction } from '#app/(dashboard)/projects/actions.ts';
import {
  type BrandDraft,
  emptyBrand,
  toBrandDraft,
  toBrandInput,
} from '#app/(dashboard)/projects/brand-draft.ts';
import { useDebouncedValue } from '#app/(dashboard)/projects/use-debounced-value.ts';
import { useClientQuery } from '#components/ui/client-query';
import { formatCount, formatPlural } from '#lib/core/numbers';
import type { MentionChange, MentionExample } from '#lib/dashboard/brands/preview-brand';
import type { Brand } from '#lib/dashboard/projects/brand';

/** Share of lower-case mentions above which a name is probably also a common word. */
const commonWordShare = 0.2;

interface BrandPreviewProps {
  projectId: string;
  /** Undefined for a new competitor. */
  stored: Brand | undefined;
  draft: BrandDraft;
}

/** Shows how a draft would change the mentions in the newest answers; empty while it equals the stored brand. */
export function BrandPreview({ projectId, stored, draft }: BrandPreviewProps) {
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
    enabled: isChanged && draft.name.trim() !== '',
    gcTime: 0,
  });
  if (!isChanged || !preview || preview.answers === 0) return <div role="status" />;
  const { answers, mentionedBefore, mentionedAfter, added, removed, mentions, lowerCaseMentions } = preview;
  const isCommonWord = !draft.matchCase && lowerCaseMentions > mentions * commonWordShare;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-lg bg-sunken p-4 text-xs text-muted">
      <p className="font-medium text-ink">
        With these changes: mentioned in {formatCount(mentionedAfter)} of the latest{' '}
        {formatPlural(answers, 'answer')}
        {stored ? ` (currently ${formatCount(mentionedBefore)})` : ''}
      </p>
      {stored ? <Examples label="Newly counted" change={added} /> : null}
      <Examples label={stored ? 'No longer counted' : 'Examples'} change={stored ? removed : added} />
      {isCommonWord ? (
        <p>
          {formatCount(lowerCaseMentions)} of {formatPlural(mentions, 'mention')}{' '}
          {lowerCaseMentions === 1 ? 'is' : 'are'} in lower case. If “{draft.name.trim().toLowerCase()}” is
          also a common word, turn on Match case.
        </p>
      ) : null}
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
