'use client';

import { useClientQuery } from '#components/ui/client-query';
import { Link } from '#components/ui/link';
import { Notice } from '#components/ui/notice';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { CompetitorSuggestions } from '#lib/dashboard/brands/suggest-competitors';

const maxSuggestions = 3;

const messages = defineMessages({
  more: '{others, number} more',
  untracked: 'Answers also mention {names}, which you don’t track.',
});

async function loadSuggestions(projectId: string): Promise<CompetitorSuggestions> {
  const response = await fetch(`/projects/${projectId}/suggested-competitors`);
  if (!response.ok) throw new Error('Suggested competitors could not be loaded.');
  return response.json();
}

/**
 * Suggests names that answers mention as competitors. They are loaded after the page, because many texts are read for
 * them. Renders nothing if there are none.
 */
export function SuggestedCompetitorsNotice({ projectId }: { projectId: string }) {
  const { data } = useClientQuery({
    queryKey: ['suggested-competitors', projectId],
    queryFn: () => loadSuggestions(projectId),
  });
  const names = data?.names.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  const shown = names.slice(0, maxSuggestions);
  const others = names.length - shown.length;
  return (
    <div className="pb-6">
      <Notice>
        {messages.untracked({
          names: formatList(others > 0 ? [...shown, messages.more({ others })] : shown),
        })}{' '}
        <Link
          href={`/projects/${projectId}/brands#suggested-competitors`}
          className="font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          Review suggested competitors
        </Link>
      </Notice>
    </div>
  );
}
