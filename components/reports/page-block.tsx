import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { GapTable } from '#components/competitors/gap-table';
import { HeadToHead } from '#components/competitors/head-to-head';
import { PositionsChart } from '#components/competitors/positions-chart';
import { ShareOfVoiceTable } from '#components/competitors/share-of-voice-table';
import { EngineCoverage } from '#components/fan-out/engine-coverage';
import { FanOutTable } from '#components/fan-out/fan-out-table';
import { PromptList } from '#components/reports/prompt-list';
import { Section } from '#components/sections/section';
import { DomainsTable } from '#components/sources/domains-table';
import { GapTable as SourceGapTable } from '#components/sources/gap-table';
import { SourceFlow } from '#components/sources/source-flow';
import { StabilityTable } from '#components/sources/stability-table';
import { TypeTable } from '#components/sources/type-table';
import { EmptyState } from '#components/ui/notice';
import { fanOutTable } from '#lib/contract/tables/fan-out';
import { sourcesTable } from '#lib/contract/tables/sources';
import { defineMessages } from '#lib/core/messages';
import type { SectionBlock } from '#lib/dashboard/reports/report-blocks';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import { type AnswersLinkContext, getAnswersUrl } from '#lib/format/answer-links';

interface PageBlockProps {
  block: SectionBlock;
  data: ReportData;
  linkContext: AnswersLinkContext | undefined;
}

const messages = defineMessages({
  domains:
    '{shown, number} of {domains, plural, one {# domain} other {# domains}}. Listed: shown as a source; cited: linked from the text.',
  queries: '{shown, number} of {queries, plural, one {# query} other {# queries}}, by number of answers.',
});

/** A section of the competitors, sources, queries or prompts page. */
export function PageBlock({ block, data, linkContext }: PageBlockProps) {
  const { brand } = data.overview.headline;
  const pageContext = {
    projectId: linkContext?.projectId ?? null,
    query: linkContext?.query ?? '',
    selectedBrand: brand,
    brands: data.brands,
  };
  switch (block.kind) {
    case 'domains':
    case 'source-types':
    case 'source-gaps':
    case 'source-flow':
      return <SourceBlock kind={block.kind} data={data} pageContext={pageContext} />;
    case 'stability':
      return data.stability ? <StabilityTable {...data.stability} /> : null;
    case 'fan-out':
    case 'fan-out-engines':
      return <FanOutBlock kind={block.kind} data={data} linkContext={linkContext} />;
    case 'prompts':
      return data.prompts ? <PromptList prompts={data.prompts} brand={brand} /> : null;
    default:
      return <CompetitorBlock block={block} data={data} pageContext={pageContext} />;
  }
}

function CompetitorBlock({
  block,
  data,
  pageContext,
}: {
  block: SectionBlock;
  data: ReportData;
  pageContext: CompetitorsPageContext;
}) {
  const competitors = data.competitors[block.competitorId ?? ''];
  if (!competitors?.headToHead) {
    return (
      <Section title="Competitors">
        <EmptyState kind="none" title="No competitors">
          This project tracks no competitors.
        </EmptyState>
      </Section>
    );
  }
  const { headToHead, brandMetrics } = competitors;
  switch (block.kind) {
    case 'head-to-head':
      return (
        // The section names the competitor. The competitor picker is only on the Competitors page.
        <HeadToHead pageContext={pageContext} competitors={[]} data={headToHead} />
      );
    case 'mention-gaps':
      return <GapTable pageContext={pageContext} kind="mention" gaps={competitors.mentionGaps} />;
    case 'citation-gaps':
      return <GapTable pageContext={pageContext} kind="citation" gaps={competitors.citationGaps} />;
    case 'positions':
      return (
        <PositionsChart
          pageContext={pageContext}
          distributions={competitors.positions}
          competitorId={headToHead.competitor.id}
        />
      );
    case 'share-of-voice-by-mentions':
      return (
        <ShareOfVoiceTable
          pageContext={pageContext}
          brandMetrics={brandMetrics}
          mentionShares={competitors.mentionShares}
        />
      );
    default:
      return null;
  }
}

function SourceBlock({
  kind,
  data,
  pageContext,
}: {
  kind: 'domains' | 'source-types' | 'source-gaps' | 'source-flow';
  data: ReportData;
  pageContext: Parameters<typeof DomainsTable>[0]['pageContext'];
}) {
  const { sources, brands } = data;
  if (!sources) return null;
  const list = { type: null, order: 'citations', page: 1 } as const;
  const owners = new Map(sources.owners);
  switch (kind) {
    case 'domains':
      return (
        <Section
          title={sourcesTable.title}
          note={messages.domains({ shown: sources.sources.length, domains: sources.matchingCount })}
          exportedTable={sourcesTable.name}
        >
          <DomainsTable pageContext={pageContext} list={list} sources={sources.sources} />
        </Section>
      );
    case 'source-types':
      return <TypeTable pageContext={pageContext} list={list} types={sources.byType} />;
    case 'source-gaps':
      return <SourceGapTable pageContext={pageContext} gaps={sources.gaps} />;
    case 'source-flow':
      return sources.flow && sources.flow.length > 0 ? (
        <SourceFlow
          flow={sources.flow}
          domainCount={sources.domainCount}
          brand={pageContext.selectedBrand}
          getOwner={(domain) => brands.find(({ id }) => id === owners.get(domain))}
        />
      ) : null;
  }
}

function FanOutBlock({
  kind,
  data: { fanOut },
  linkContext,
}: {
  kind: 'fan-out' | 'fan-out-engines';
  data: ReportData;
  linkContext: AnswersLinkContext | undefined;
}) {
  if (!fanOut) return null;
  if (kind === 'fan-out-engines') return <EngineCoverage engines={fanOut.engines} hint={null} />;
  return (
    <Section
      title={fanOutTable.title}
      note={messages.queries({ shown: fanOut.queries.length, queries: fanOut.queryCount })}
      exportedTable={fanOutTable.name}
    >
      {fanOut.queries.length === 0 ? (
        <EmptyState kind="not measured" title="No data">
          No search query was reported for these answers.
        </EmptyState>
      ) : (
        <FanOutTable
          queries={fanOut.queries}
          hrefs={Object.fromEntries(
            linkContext
              ? fanOut.queries.map(({ query }) => [
                  query,
                  getAnswersUrl(linkContext.projectId, linkContext.query, { fanout: query }),
                ])
              : [],
          )}
        />
      )}
    </Section>
  );
}
