import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sparkline } from '#components/charts/inline-charts';
import { TableView } from '#components/sections/table-view';
import {
  DomainLink,
  getSourceListUrl,
  type SourceListState,
  type SourcesPageContext,
} from '#components/sources/source-links';
import { classes } from '#components/ui/classes';
import { DomainType } from '#components/ui/domain';
import { AnswersLink, NumberedPagination, PageLink } from '#components/ui/links';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { SourceOrder } from '#lib/contract/filters/page-parameters';
import { sourcesTable } from '#lib/contract/tables/sources';
import { formatCount, formatPercent, formatRateCounts } from '#lib/core/numbers';
import type { SourceListItem } from '#lib/dashboard/analytics/sources/sources';
import { getOptionalAnswersUrl } from '#lib/format/answer-links';
import { formatPlace } from '#lib/format/format-place';

interface DomainsTableProps {
  pageContext: SourcesPageContext;
  list: SourceListState;
  sources: readonly SourceListItem[];
}

/** Hides columns on paper, which can't scroll. */
const tooWideForPrint = 'print:max-lg:hidden';

/** Domains with their citation share, how often they are cited and listed, and where the brand is missing. */
export function DomainsTable({ pageContext, list, sources }: DomainsTableProps) {
  const getCitingUrl = ({ domain }: SourceListItem) => getOptionalAnswersUrl(pageContext, { cites: domain });
  const getListingUrl = ({ domain }: SourceListItem) => getOptionalAnswersUrl(pageContext, { lists: domain });
  const findOwner = (brandId: string | null) => pageContext.brands.find(({ id }) => id === brandId);
  const sortBy = (order: SourceOrder, sortedLabel?: string) => ({
    isSorted: list.order === order,
    head: (label: string) => (
      <SortableHead pageContext={pageContext} list={list} order={order}>
        {sortedLabel ?? label}
      </SortableHead>
    ),
  });
  return (
    <TableView
      table={sourcesTable}
      rows={sources}
      getKey={({ domain }) => domain}
      omit={sources.some(({ gap }) => gap !== null) ? [] : ['gap']}
      views={{
        domain: {
          className: 'min-w-36 font-medium',
          cell: ({ domain }) => <DomainLink pageContext={pageContext} domain={domain} />,
        },
        type: { cell: ({ type, brandId }) => <DomainType type={type} owner={findOwner(brandId)} /> },
        citationShare: {
          ...sortBy('citations'),
          className: 'font-medium',
          url: getCitingUrl,
          interval: { className: tooWideForPrint },
          change: {
            isNeutral: ({ type }) => type !== 'own',
            changeUnit: 'tenths',
            className: tooWideForPrint,
          },
          after: {
            head: 'Trend',
            className: `w-24 min-w-24 ${tooWideForPrint}`,
            cell: ({ trend, brandId }) => {
              const owner = findOwner(brandId);
              return (
                <Sparkline
                  values={trend.map((rate) => rate?.value ?? null)}
                  color={owner && getBrandColor(owner.colorIndex)}
                />
              );
            },
          },
        },
        place: {
          className: `text-muted whitespace-nowrap ${tooWideForPrint}`,
          cell: ({ place }) => formatPlace(place),
        },
        cited: {
          ...sortBy('cited'),
          cell: (source) => (
            <AnswersLink href={getCitingUrl(source)} title={formatRateCounts(source.cited, 'answers')}>
              {formatPercent(source.cited.value)}
              <span className="sr-only"> of answers cite {source.domain}. View answers</span>
            </AnswersLink>
          ),
        },
        listed: { ...sortBy('listed'), className: `text-muted ${tooWideForPrint}`, url: getListingUrl },
        citedWhenListed: {
          ...sortBy('citedWhenListed'),
          className: `text-muted ${tooWideForPrint}`,
          url: getListingUrl,
        },
        gap: {
          ...sortBy('gap', 'Gap answers'),
          className: 'text-muted',
          cell: ({ domain, gap }) =>
            gap ? (
              <AnswersLink
                href={getOptionalAnswersUrl(pageContext, {
                  cites: domain,
                  missingBrand: pageContext.selectedBrand.id,
                })}
                title={formatRateCounts(gap, 'answers that cite it')}
              >
                {formatCount(gap.numerator)}
              </AnswersLink>
            ) : null,
        },
      }}
    />
  );
}

interface SortableHeadProps extends Pick<DomainsTableProps, 'pageContext' | 'list'> {
  order: SourceOrder;
  children: ReactNode;
}

/** A header that sorts the list of domains, except in a report. */
function SortableHead({ pageContext, list, order, children }: SortableHeadProps) {
  if (pageContext.projectId === null) return children;
  const isSorted = list.order === order;
  return (
    <PageLink
      href={getSourceListUrl(pageContext, list, { order })}
      scroll={false}
      className={classes('inline-flex items-center gap-1 hover:text-ink', isSorted && 'text-ink')}
    >
      {isSorted ? <ArrowDown aria-hidden className="size-3" /> : null}
      {children}
    </PageLink>
  );
}

interface SourceListPaginationProps {
  pageContext: SourcesPageContext;
  list: SourceListState;
  pageCount: number;
}

/** Links to the previous and next page of domains. */
export function SourceListPagination({ pageContext, list, pageCount }: SourceListPaginationProps) {
  const getUrl = (page: number) => getSourceListUrl(pageContext, list, { page });
  return (
    <NumberedPagination
      page={list.page}
      pageCount={pageCount}
      previous={getUrl(list.page - 1)}
      next={getUrl(list.page + 1)}
      noun="domains"
    />
  );
}
