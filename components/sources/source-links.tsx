import { DomainName } from '#components/ui/domain';
import { PageLink } from '#components/ui/links';
import { type SourceOrder, sourceListParameters } from '#lib/contract/filters/page-parameters';
import type { TrackedBrand } from '#lib/core/metric';

/** The page on which sources are shown. */
export interface SourcesPageContext {
  /** Null in a shared report, which has no links to the dashboard. */
  projectId: string | null;
  /** The filters of the page as a query string; empty for none. */
  query: string;
  brands: readonly TrackedBrand[];
  /** The selected brand. */
  selectedBrand: TrackedBrand;
}

/** Links to the page of a domain, with the same filters. */
export function DomainLink({
  pageContext: { projectId, query },
  domain,
}: {
  pageContext: SourcesPageContext;
  domain: string;
}) {
  return (
    <PageLink
      href={
        projectId === null
          ? undefined
          : `/projects/${projectId}/sources/${encodeURIComponent(domain)}${query ? `?${query}` : ''}`
      }
      className="after:absolute after:inset-0 hover:text-accent-strong md:whitespace-nowrap"
    >
      <DomainName domain={domain} />
    </PageLink>
  );
}

/** The state of the list of domains, in addition to the filters of the page. */
export interface SourceListState {
  type: string | null;
  order: SourceOrder;
  page: number;
}

/** Returns the URL of the list with a changed state. The page is reset to 1 unless given. */
export function getSourceListUrl(
  { projectId, query }: SourcesPageContext,
  list: SourceListState,
  change: Partial<SourceListState>,
): string {
  const values = { ...list, page: 1, ...change };
  return sourceListParameters.getUrl(`/projects/${projectId}/sources`, query, values);
}
