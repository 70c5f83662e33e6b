import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { DomainLink, type SourcesPageContext } from '#components/sources/source-links';
import { PageLink } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { sourceGapsTable } from '#lib/contract/tables/source-details';
import { defineMessages } from '#lib/core/messages';
import { formatCount } from '#lib/core/numbers';
import type { SourceDomain } from '#lib/dashboard/analytics/sources/top-sources';
import { getOptionalAnswersUrl } from '#lib/format/answer-links';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';

interface GapTableProps {
  pageContext: SourcesPageContext;
  /** Null if the selected brand is a competitor. */
  gaps: { sources: readonly SourceDomain[]; total: number } | null;
}

const messages = defineMessages({
  note: '{shown, number} of {domains, plural, one {# third-party domain} other {# third-party domains}} cited in answers that mention a competitor but not {brand}.',
});

/** Domains, other than those of tracked brands, cited in answers that mention a competitor but not the project's brand. */
export function GapTable({ pageContext, gaps }: GapTableProps) {
  const { selectedBrand } = pageContext;
  const shown = gaps?.sources ?? [];
  return (
    <Section
      title={sourceGapsTable.title}
      note={
        shown.length > 0
          ? messages.note({ shown: shown.length, domains: gaps?.total ?? 0, brand: selectedBrand.name })
          : undefined
      }
      exportedTable={gaps ? sourceGapsTable.name : undefined}
      descriptions={[
        {
          metric: 'Gap rate',
          description: describeDomainMetrics('the domain').gap(selectedBrand.name),
        },
      ]}
    >
      {gaps === null ? (
        <EmptyState kind="not measured" title="Not measured">
          Source gaps are only counted for your own brand. Select it to see them.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState kind="none" title="No gaps">
          No third-party domain is cited in answers that mention a competitor but not {selectedBrand.name}.
        </EmptyState>
      ) : (
        <TableView
          table={sourceGapsTable}
          rows={shown}
          getKey={({ domain }) => domain}
          views={{
            domain: {
              className: 'min-w-44 font-medium',
              cell: ({ domain }) => <DomainLink pageContext={pageContext} domain={domain} />,
            },
            gap: {
              className: 'max-sm:whitespace-normal',
              before: {
                head: 'Gap answers',
                numericCell: ({ domain, gap }) => (
                  <PageLink
                    href={getOptionalAnswersUrl(pageContext, {
                      cites: domain,
                      missingBrand: selectedBrand.id,
                    })}
                    className="relative z-[1] font-medium hover:text-accent-strong hover:underline"
                  >
                    {formatCount(gap?.numerator ?? 0)}
                    <span className="sr-only"> answers. View answers</span>
                  </PageLink>
                ),
              },
              interval: {},
            },
          }}
        />
      )}
    </Section>
  );
}
