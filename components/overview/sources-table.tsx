import { IntervalBar } from '#components/charts/inline-charts';
import { CitingSheet, type LoadCiting } from '#components/overview/citing-sheet';
import { SandboxBadge } from '#components/sections/sandbox-badge';
import { Section } from '#components/sections/section';
import { DomainType } from '#components/ui/domain';
import { AnswersLink } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { TrackedBrand } from '#lib/core/metric';
import type { TopSources } from '#lib/dashboard/analytics/sources/top-sources';
import { type AnswersView, getAnswersUrl } from '#lib/format/answer-links';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatPlural, formatRateCounts } from '#lib/format/numbers';

interface SourcesTableProps {
  sources: TopSources;
  brands: readonly TrackedBrand[];
  load: LoadCiting;
  /** For links to answers; undefined on a shared page. */
  view?: AnswersView | undefined;
}

/** The most cited domains. */
export function SourcesTable({
  sources: { sources, domainCount, citations },
  brands,
  load,
  view,
}: SourcesTableProps) {
  const definitions = describeDomainMetrics('the domain');
  const top = Math.max(0.01, ...sources.map(({ citationShare }) => citationShare.value ?? 0));
  return (
    <Section
      title="Top sources"
      exported="sources"
      descriptions={[
        { metric: 'Citation share', description: definitions.citationShare },
        { metric: 'Cited in', description: definitions.cited },
        { metric: 'Listed in', description: definitions.listed },
      ]}
      note={
        sources.length > 0
          ? `${formatCount(sources.length)} of ${formatPlural(domainCount, 'domain')}, by their share of ${formatPlural(citations, 'citation')}.`
          : undefined
      }
      aside={sources.some(({ isFictional }) => isFictional) ? <SandboxBadge /> : null}
    >
      {sources.length === 0 ? (
        <EmptyState kind="not measured" title="No sources">
          These answers list no sources.
        </EmptyState>
      ) : (
        <Table label="Top sources">
          <TableHead>
            <HeadCell>Domain</HeadCell>
            <HeadCell className="max-sm:hidden">Type</HeadCell>
            <HeadCell className="w-[28%] max-lg:hidden" unseen>
              Share as a bar
            </HeadCell>
            <HeadCell numeric>Citation share</HeadCell>
            <HeadCell numeric>Citations</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              Cited in
            </HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              Listed in
            </HeadCell>
          </TableHead>
          <tbody>
            {sources.map((source) => {
              const owner = brands.find(({ id }) => id === source.brandId);
              const citing = view && getAnswersUrl(view.projectId, view.query, { cites: source.domain });
              return (
                <Row key={source.domain} className="relative">
                  <Cell className="font-medium">
                    <CitingSheet domain={source.domain} load={load} />
                  </Cell>
                  <Cell className="max-sm:hidden">
                    <DomainType type={source.type} owner={owner} />
                  </Cell>
                  <Cell className="max-lg:hidden">
                    <IntervalBar
                      length={(source.citationShare.value ?? 0) / top}
                      color={owner ? getBrandColor(owner.colorIndex) : 'var(--control)'}
                    />
                  </Cell>
                  <Cell numeric className="font-medium">
                    <AnswersLink href={citing} title={formatRateCounts(source.citationShare, 'citations')}>
                      {formatPercent(source.citationShare.value)}
                    </AnswersLink>
                  </Cell>
                  <Cell numeric className="text-muted">
                    {formatCount(source.citations)}
                  </Cell>
                  <Cell numeric className="text-muted max-sm:hidden">
                    <AnswersLink href={citing} title={formatRateCounts(source.cited, 'answers')}>
                      {formatPercent(source.cited.value)}
                    </AnswersLink>
                  </Cell>
                  <Cell numeric className="text-muted max-sm:hidden">
                    <AnswersLink
                      href={view && getAnswersUrl(view.projectId, view.query, { lists: source.domain })}
                      title={formatRateCounts(source.listed, 'answers')}
                    >
                      {formatPercent(source.listed.value)}
                    </AnswersLink>
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
