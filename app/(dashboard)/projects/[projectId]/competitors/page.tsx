import type { Metadata } from 'next';
import Link from 'next/link';
import type { CompetitorsPlace } from '#components/competitors/competitor-links';
import { GapTable } from '#components/competitors/gap-table';
import { HeadToHead } from '#components/competitors/head-to-head';
import { PositionsChart } from '#components/competitors/positions-chart';
import { VoiceTable } from '#components/competitors/voice-table';
import { VoiceChart } from '#components/overview/rate-charts';
import { StandingsTable } from '#components/overview/standings-table';
import { FictionalTag } from '#components/sections/sandbox-badge';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { shareTotals } from '#lib/charts/stacked-chart';
import { getCompetitors } from '#lib/dashboard/analytics/competition';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import { packRates } from '#lib/format/serialize-rates';
import { competitorsSentence } from '#lib/format/summary-sentences';
import { AnnotatedCharts } from '../annotations/annotated-charts';
import { FilteredPage } from '../filtered-page';
import { loadPage, type ProjectPageProps } from '../load-page';
import { NoAnswersState } from '../no-answers-state';

export const metadata: Metadata = { title: 'Competitors' };

/** Who is named instead of us? Standings, one competitor opposite, and where only competitors are. */
export default async function CompetitorsPage(props: ProjectPageProps) {
  const view = await loadPage(props);
  const { context, project, filters, query, searchParams } = view;
  const [facts, annotations] = await Promise.all([
    getCompetitors(context, filters, {
      rivalId: typeof searchParams.rival === 'string' ? searchParams.rival : null,
    }),
    listAnnotations(context, filters),
  ]);
  const { brand, standings, headToHead } = facts;
  const place: CompetitorsPlace = { projectId: project.id, query, own: brand };
  const rivals = standings.map((one) => one.brand).filter(({ id }) => id !== brand.id);
  return (
    <FilteredPage
      view={view}
      title={`Who is named instead of ${brand.name}?`}
      answer={
        facts.answers > 0
          ? competitorsSentence(facts)
          : `Which competitors AI answers name, and where they are named without ${brand.name}.`
      }
      actions={facts.fictional && facts.answers > 0 ? <FictionalTag /> : null}
    >
      {facts.answers === 0 ? (
        <NoAnswersState view={view} />
      ) : (
        <>
          <div className="grid gap-x-12 lg:grid-cols-2">
            <StandingsTable standings={standings} view={place} />
            <AnnotatedCharts view={view} annotations={annotations}>
              <VoiceChart
                packed={packRates(facts.shareOfVoiceOverTime)}
                totals={shareTotals(standings)}
                listsFlags
              />
            </AnnotatedCharts>
          </div>
          {headToHead ? (
            <>
              <HeadToHead place={place} rivals={rivals} facts={headToHead} />
              <GapTable place={place} kind="mention" gaps={facts.mentionGaps} />
              <GapTable place={place} kind="citation" gaps={facts.citationGaps} />
              <div className="grid gap-x-12 lg:grid-cols-2">
                <VoiceTable
                  place={place}
                  voices={standings.map(({ shareOfVoice, firstPlace, ...one }) => ({
                    brand: one.brand,
                    shareOfVoice,
                    byMentions:
                      facts.voiceByMentions.find((other) => other.brand.id === one.brand.id)?.share ?? null,
                    firstPlace,
                  }))}
                />
                <PositionsChart place={place} positions={facts.positions} rivalId={headToHead.rival.id} />
              </div>
            </>
          ) : (
            <EmptyState
              kind="none yet"
              title="No competitors yet"
              action={
                <Button asChild kind="primary">
                  <Link href={`/projects/${project.id}/settings`}>Add a competitor</Link>
                </Button>
              }
            >
              Add the brands your customers weigh {brand.name} against; stored answers are scored again with
              them.
            </EmptyState>
          )}
        </>
      )}
    </FilteredPage>
  );
}
