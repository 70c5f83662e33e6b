import { Section } from '#components/sections/section';
import { ExternalLink } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { DomainPages as DomainPagesData } from '#lib/dashboard/analytics/sources/domain-pages';
import { formatCount, formatPlural } from '#lib/format/numbers';

interface DomainPagesProps {
  domain: string;
  pages: DomainPagesData;
}

/** The domain's pages that answers list and cite. */
export function DomainPages({
  domain,
  pages: { pages, pageCount, listingCount, isTruncated },
}: DomainPagesProps) {
  const scope = isTruncated ? `, counted over the newest ${formatCount(listingCount)} listings` : '';
  return (
    <Section
      title="Pages"
      note={
        pages.length > 0
          ? `${formatCount(pages.length)} of ${formatPlural(pageCount, 'page')}${scope}. URLs are compared without tracking parameters.`
          : undefined
      }
      exported={{ table: 'domain-pages', about: { domain } }}
    >
      {pages.length === 0 ? (
        <EmptyState kind="no match" title="Nothing matches">
          No page of this domain is listed under these filters.
        </EmptyState>
      ) : (
        <Table label="Pages">
          <TableHead>
            <HeadCell>Page</HeadCell>
            <HeadCell numeric>Citations</HeadCell>
            <HeadCell numeric>Cited in</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              Listed in
            </HeadCell>
          </TableHead>
          <tbody>
            {pages.map(({ url, label, citations, cited, listed }) => (
              <Row key={url}>
                <Cell className="min-w-40 sm:min-w-56">
                  <span className="wrap-anywhere">
                    <ExternalLink url={url}>{label || url}</ExternalLink>
                  </span>
                  {label ? (
                    <span className="block text-xs wrap-anywhere text-muted">{getPath(url, domain)}</span>
                  ) : null}
                </Cell>
                <Cell numeric className="font-medium">
                  {formatCount(citations)}
                </Cell>
                <Cell numeric>{formatPlural(cited, 'answer')}</Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatPlural(listed, 'answer')}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

/** Returns the path, because the page's title already names the domain. */
function getPath(url: string, domain: string): string {
  const origin = `https://${domain}/`;
  return url.startsWith(origin) ? url.slice(origin.length - 1) : url;
}
