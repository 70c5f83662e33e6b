import { ChartFrame } from '#components/charts/chart-frame';
import { RateLines } from '#components/charts/rate-lines';
import { DomainEngines } from '#components/sources/domain-engines';
import { DomainPages } from '#components/sources/domain-pages';
import { DomainPrompts } from '#components/sources/domain-prompts';
import type { DomainDetailFacts, SourcesPlace } from '#components/sources/facts';
import { RateFigure } from '#components/sources/rate-figure';
import { TrendTable } from '#components/sources/trend-table';
import { brandColour } from '#lib/charts/brand-colour';
import { lineChart } from '#lib/charts/line-series';
import { answersAddress } from '#lib/format/answers-address';
import { answersBehind } from '#lib/format/answers-behind';
import { sourceDefinitionsOf } from '#lib/format/definitions';

interface DomainViewProps {
  place: SourcesPlace;
  facts: DomainDetailFacts;
}

/** All of one domain: its figures, its trend, and the engines, prompts and pages behind them. */
export function DomainView({ place, facts }: DomainViewProps) {
  const { source, figures, days, ghosts } = facts;
  const { domain } = source;
  const { own, projectId, query } = place;
  const definitions = sourceDefinitionsOf(domain);
  const owner = place.brands.find(({ id }) => id === source.brandId);
  const line = { id: domain, name: domain, role: 'own', hue: 0 } as const;
  const drawn = lineChart(days, null, [{ brand: line, points: figures.trend, previous: null }], domain);
  const colour = owner ? brandColour(owner.hue) : 'var(--muted)';
  const chart = { ...drawn, series: drawn.series.map((series) => ({ ...series, colour })) };
  const listed = answersAddress(projectId, query, { lists: domain });
  const citing = (which: string) =>
    answersBehind(answersAddress(projectId, query, { cites: domain }), figures.citationRate.numerator, which);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 lg:grid-cols-5">
        <RateFigure
          label="Citation share"
          rate={figures.citationShare}
          unit="citations"
          definition={definitions.citationShare}
          answers={citing('with these citations')}
        />
        <RateFigure
          label="Cited in"
          rate={figures.citationRate}
          unit="answers"
          definition={definitions.cited}
          answers={citing('citing it')}
        />
        <RateFigure
          label="Listed in"
          rate={facts.listed}
          unit="answers"
          definition={definitions.listed}
          answers={answersBehind(listed, facts.listed.numerator, 'listing it')}
        />
        <RateFigure
          label="Conversion"
          rate={facts.conversion}
          unit="answers that list it"
          definition={definitions.conversion}
          answers={answersBehind(listed, facts.listed.numerator, 'listing it')}
        />
        {ghosts ? (
          <RateFigure
            label="Ghost citations"
            rate={ghosts}
            unit="answers that cite it"
            definition={`Cited but not mentioned: of the answers that cite ${domain}, those that do not mention ${own.name}.`}
            answers={answersBehind(
              answersAddress(projectId, query, { cites: domain, unnamed: own.id }),
              ghosts.numerator,
              'citing it without the name',
            )}
          />
        ) : facts.gap ? (
          <RateFigure
            label="Gap"
            rate={facts.gap}
            unit="answers that cite it"
            definition={definitions.gap(own.name)}
            answers={answersBehind(
              answersAddress(projectId, query, { cites: domain, gap: own.id }),
              facts.gap.numerator,
              'with this gap',
            )}
          />
        ) : null}
      </dl>
      <ChartFrame
        title="Citation share over time"
        note="Of each day’s citations. Shaded: 95% interval."
        meanings={[{ figure: 'Citation share', means: definitions.citationShare }]}
        exported={{ table: 'domain-over-time', about: { domain } }}
        listsFlags
        table={<TrendTable days={days} trend={figures.trend} />}
      >
        <RateLines label={`Citation share of ${domain} by day`} chart={chart} />
      </ChartFrame>
      <div className="grid gap-x-12 lg:grid-cols-2">
        <DomainEngines place={place} domain={domain} colour={colour} byEngine={facts.byEngine} />
        <DomainPrompts
          place={place}
          domain={domain}
          prompts={facts.prompts}
          promptsInAll={facts.promptsInAll}
        />
      </div>
      <DomainPages domain={domain} pages={facts.pages} />
    </>
  );
}
