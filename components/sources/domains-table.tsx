import { ArrowDown } from 'lucide-react';
import { Sparkline } from '#components/charts/inline-charts';
import { DataTable } from '#components/sections/data-table';
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
import type { SourceListItem } from '#lib/dashboard/analytics/sources/sources';
import { getOptionalAnswersUrl } from '#lib/format/answer-links';
import { formatCount, formatPercent, formatRateCounts } from '#lib/format/numbers';

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
  const getSortableHead = (order: string, label: string) => {
    const isSorted = list.order === order;
    const head =
      pageContext.projectId === null ? (
        label
      ) : (
        <PageLink
          href={getSourceListUrl(pageContext, list, { order })}
          scroll={false}
          className={classes('inline-flex items-center gap-1 hover:text-ink', isSorted && 'text-ink')}
        >
          {isSorted ? <ArrowDown aria-hidden className="size-3" /> : null}
          {label}
        </PageLink>
      );
    return { head, isSorted };
  };
  return (
    <DataTable
      label="Domains"
      rows={sources}
      getKey={({ domain }) => domain}
      columns={[
        {
          head: 'Domain',
          className: 'min-w-36 font-medium',
          cell: ({ domain }) => <DomainLink pageContext={pageContext} domain={domain} />,
        },
        {
          head: 'Type',
          cell: ({ type, brandId }) => <DomainType type={type} owner={findOwner(brandId)} />,
        },
        {
          ...getSortableHead('citations', 'Citation share'),
          className: 'font-medium',
          rate: ({ citationShare }) => citationShare,
          unit: 'citations',
          url: getCitingUrl,
        },
        { interval: ({ citationShare }) => citationShare, className: tooWideForPrint },
        {
          change: ({ citationShare }) => citationShare.change,
          isNeutral: ({ type }) => type !== 'own',
          changeUnit: 'tenths',
          className: tooWideForPrint,
        },
        {
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
        {
          ...getSortableHead('cited', 'Cited in'),
          numericCell: (source) => (
            <AnswersLink href={getCitingUrl(source)} title={formatRateCounts(source.cited, 'answers')}>
              {formatPercent(source.cited.value)}
              <span className="sr-only"> of answers cite {source.domain}. View answers</span>
            </AnswersLink>
          ),
        },
        {
          ...getSortableHead('listed', 'Listed in'),
          className: `text-muted ${tooWideForPrint}`,
          rate: ({ listed }) => listed,
          unit: 'answers',
          url: getListingUrl,
        },
        {
          ...getSortableHead('citedWhenListed', 'Cited when listed'),
          className: `text-muted ${tooWideForPrint}`,
          rate: ({ citedWhenListed }) => citedWhenListed,
          unit: 'answers that list it',
          url: getListingUrl,
        },
        sources.some(({ gap }) => gap !== null)
          ? {
              ...getSortableHead('gap', 'Gap answers'),
              className: 'text-muted',
              numericCell: ({ domain, gap }) =>
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
            }
          : null,
      ]}
    />
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
