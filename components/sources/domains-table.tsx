import { ArrowLeft, ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { Sparkline } from '#components/charts/inline-charts';
import { ChangeLabel } from '#components/sections/change-label';
import {
  getDomainUrl,
  getSourceListUrl,
  type SourceListState,
  type SourcesView,
} from '#components/sources/source-links';
import { Button } from '#components/ui/button';
import { DomainName, DomainType } from '#components/ui/domain';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, SortLinkHeadCell, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import { getInterval } from '#lib/core/metric';
import type { SourceListItem } from '#lib/dashboard/analytics/sources/sources';
import { getAnswersUrl } from '#lib/format/answer-links';
import { formatCount, formatInterval, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface DomainsTableProps {
  view: SourcesView;
  list: SourceListState;
  sources: readonly SourceListItem[];
}

/** Domains with their share of all citations, how often they are listed and cited, and where the brand is missing. */
export function DomainsTable({ view, list, sources }: DomainsTableProps) {
  const sortableHead = (order: string, label: string, className?: string) => (
    <SortLinkHeadCell
      label={label}
      href={getSourceListUrl(view, list, { order })}
      current={list.order === order}
      className={className}
    />
  );
  return (
    <Table label="Domains">
      <TableHead>
        <HeadCell>Domain</HeadCell>
        <HeadCell className="max-sm:hidden">Type</HeadCell>
        {sortableHead('citations', 'Citation share')}
        <HeadCell numeric className="max-lg:hidden">
          95% interval
        </HeadCell>
        <HeadCell numeric className="max-md:hidden">
          Change
        </HeadCell>
        <HeadCell className="max-xl:hidden" unseen>
          Trend
        </HeadCell>
        {sortableHead('cited', 'Cited in')}
        {sortableHead('listed', 'Listed in', 'max-lg:hidden')}
        {sortableHead('conversion', 'Conversion', 'max-lg:hidden')}
        {sources.some(({ gap }) => gap !== null) ? sortableHead('gap', 'Gap', 'max-sm:hidden') : null}
      </TableHead>
      <tbody>
        {sources.map((source) => {
          const { domain, citationShare, cited, listed, conversion, gap } = source;
          const owner = view.brands.find(({ id }) => id === source.brandId);
          const { projectId, query } = view;
          const citing = getAnswersUrl(projectId, query, { cites: domain });
          const listing = getAnswersUrl(projectId, query, { lists: domain });
          return (
            <Row key={domain} className="relative">
              <Cell className="font-medium">
                <Link
                  href={getDomainUrl(view, domain)}
                  className="after:absolute after:inset-0 hover:text-accent-strong md:whitespace-nowrap"
                >
                  <DomainName domain={domain} />
                </Link>
              </Cell>
              <Cell className="max-sm:hidden">
                <DomainType type={source.type} owner={owner} />
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink href={citing} title={formatRateCounts(citationShare, 'citations')}>
                  {formatPercent(citationShare.value)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                {formatInterval(getInterval(citationShare))}
              </Cell>
              <Cell numeric className="max-md:hidden">
                <ChangeLabel change={citationShare.change} compact />
              </Cell>
              <Cell className="w-24 max-xl:hidden">
                <Sparkline
                  values={source.trend.map((rate) => rate?.value ?? null)}
                  color={owner ? getBrandColor(owner.colorIndex) : undefined}
                />
              </Cell>
              <Cell numeric>
                <AnswersLink href={citing} title={formatRateCounts(cited, 'answers')}>
                  {formatPercent(cited.value)}
                  <span className="sr-only"> of answers cite {domain}: see them</span>
                </AnswersLink>
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                <AnswersLink href={listing} title={formatRateCounts(listed, 'answers')}>
                  {formatPercent(listed.value)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="text-muted max-lg:hidden">
                <AnswersLink href={listing} title={formatRateCounts(conversion, 'answers that list it')}>
                  {formatPercent(conversion.value)}
                </AnswersLink>
              </Cell>
              {gap ? (
                <Cell numeric className="text-muted max-sm:hidden">
                  <AnswersLink
                    href={getAnswersUrl(projectId, query, { cites: domain, gap: view.own.id })}
                    title={formatRateCounts(gap, 'answers that cite it')}
                  >
                    {formatCount(gap.numerator)}
                  </AnswersLink>
                </Cell>
              ) : null}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

interface SourceListPaginationProps {
  view: SourcesView;
  list: SourceListState;
  pages: number;
}

/** Links to the previous and next page of domains. */
export function SourceListPagination({ view, list, pages }: SourceListPaginationProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pagination" data-print="hide" className="mt-3 flex items-center justify-between gap-2">
      {list.page > 1 ? (
        <Button asChild size="small">
          <Link href={getSourceListUrl(view, list, { page: list.page - 1 })} scroll={false}>
            <ArrowLeft aria-hidden />
            Previous domains
          </Link>
        </Button>
      ) : (
        <span />
      )}
      <span className="text-xs text-muted">
        Page {list.page} of {pages}
      </span>
      {list.page < pages ? (
        <Button asChild size="small">
          <Link href={getSourceListUrl(view, list, { page: list.page + 1 })} scroll={false}>
            Next domains
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      ) : (
        <span />
      )}
    </nav>
  );
}
