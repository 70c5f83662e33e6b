import { ArrowDown, ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
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
import { AnswersLink, PageLink, PageLinkButton } from '#components/ui/links';
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
  const { page } = list;
  const renderLink = (target: number, className: string, label: ReactNode) =>
    target >= 1 && target <= pageCount ? (
      <PageLinkButton
        size="small"
        href={getSourceListUrl(pageContext, list, { page: target })}
        scroll={false}
        className={className}
      >
        {label}
      </PageLinkButton>
    ) : (
      <span />
    );
  if (pageCount < 2) return null;
  return (
    <nav
      aria-label="Pagination"
      data-print="hide"
      className="mt-3 grid grid-cols-[1fr_auto_1fr] items-center gap-2"
    >
      {renderLink(
        page - 1,
        'justify-self-start',
        <>
          <ArrowLeft aria-hidden />
          Previous domains
        </>,
      )}
      <span className="text-xs text-muted">
        Page {page} of {pageCount}
      </span>
      {renderLink(
        page + 1,
        'justify-self-end',
        <>
          Next domains
          <ArrowRight aria-hidden />
        </>,
      )}
    </nav>
  );
}
