import type { DomainDetailFacts } from '#components/sources/facts';
import { EmptyState } from '#components/ui/empty-state';
import { OutsideLink } from '#components/ui/outside-link';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { formatCount, formatPlural } from '#lib/format/formats';

interface DomainPagesProps {
  domain: string;
  pages: DomainDetailFacts['pages'];
}

/** Which of its pages answers list and cite. */
export function DomainPages({ domain, pages: { pages, total, listings, cut } }: DomainPagesProps) {
  const over = cut ? `, counted over its newest ${formatCount(listings)} listings` : '';
  return (
    <Section
      title="Pages"
      note={
        pages.length > 0
          ? `${formatCount(pages.length)} of ${formatPlural(total, 'page')}${over}. Addresses are compared without tracking parameters.`
          : undefined
      }
      exported={{ table: 'domain-pages', about: { domain } }}
    >
      {pages.length === 0 ? (
        <EmptyState kind="no match" title="Nothing matches">
          No page of it is listed under these filters.
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
                    <OutsideLink url={url}>{label || url}</OutsideLink>
                  </span>
                  {label ? (
                    <span className="block text-xs wrap-anywhere text-muted">{withinSite(url, domain)}</span>
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

/** The address as far as it tells more than the domain, which the page's title names. */
function withinSite(url: string, domain: string): string {
  const site = `https://${domain}/`;
  return url.startsWith(site) ? url.slice(site.length - 1) : url;
}
