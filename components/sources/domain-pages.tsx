import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { ExternalLink } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { domainPagesTable } from '#lib/contract/tables/source-details';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { DomainPages as DomainPagesData } from '#lib/dashboard/analytics/sources/domain';

interface DomainPagesProps {
  domain: string;
  pages: DomainPagesData;
}

const messages = defineMessages({
  note: '{shown, number} of {pages, plural, one {# page} other {# pages}}{scope, select, latest {, based on the {listings, number} most recent listings of this domain’s pages in answers} other {}}. URLs are compared without tracking parameters.',
});

/** The domain's pages that answers list and cite. */
export function DomainPages({
  domain,
  pages: { pages, pageCount, listingCount, isTruncated },
}: DomainPagesProps) {
  return (
    <Section
      title={domainPagesTable.title}
      note={
        pages.length > 0
          ? messages.note({
              shown: pages.length,
              pages: pageCount,
              scope: isTruncated ? 'latest' : 'other',
              listings: listingCount,
            })
          : undefined
      }
      exportedTable={{ table: domainPagesTable.name, parameters: { domain } }}
    >
      {pages.length === 0 ? (
        <EmptyState kind="no match" title="No matching pages">
          No answer lists a page of this domain with these filters.
        </EmptyState>
      ) : (
        <TableView
          table={domainPagesTable}
          rows={pages}
          getKey={({ url }) => url}
          views={{
            url: {
              className: 'min-w-40 sm:min-w-56',
              cell: ({ url, label }) => (
                <>
                  <span className="wrap-anywhere">
                    <ExternalLink url={url}>{label || url}</ExternalLink>
                  </span>
                  {label ? (
                    <span className="block text-xs wrap-anywhere text-muted">{getPath(url, domain)}</span>
                  ) : null}
                </>
              ),
            },
            citations: { className: 'font-medium' },
            cited: { cell: ({ cited }) => formatPlural(cited, 'answer') },
            listed: { className: 'text-muted', cell: ({ listed }) => formatPlural(listed, 'answer') },
          }}
        />
      )}
    </Section>
  );
}

/** Returns the path of a URL, because the page already shows the domain. Returns a URL on another host unchanged, such as on a subdomain. */
function getPath(url: string, domain: string): string {
  const origin = `https://${domain}/`;
  return url.startsWith(origin) ? url.slice(origin.length - 1) : url;
}
