'use client';

import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { InteractiveChartProps } from '#components/charts/interactive-chart';
import { BrandLegend } from '#components/charts/legends';
import { StaticChart } from '#components/charts/static-chart';
import { useHasInteracted } from '#components/overlays/lazy-panel';
import { classes } from '#components/ui/classes';
import { NotEnoughData } from '#components/ui/notice';
import { type ChartSpec, countCategoriesWithData } from '#lib/charts/chart-spec';

const InteractiveChart = lazy<(props: InteractiveChartProps) => React.ReactNode>(() =>
  import('#components/charts/interactive-chart')
    .then((file) => ({ default: file.InteractiveChart }))
    // Fails if the browser is offline or a new version was deployed: the static chart stays.
    .catch(() => ({ default: StaticChart })),
);

/** A line needs a start and an end. */
const minLineDays = 2;

interface ChartProps {
  spec: ChartSpec;
  /** Values shown after the names in the legend, by series ID. */
  legendValues?: Readonly<Record<string, string>>;
  /** Replaces the message that a line needs more days. */
  tooFewDaysMessage?: ReactNode;
}

/** A chart with its legend. It is static until the reader interacts with the page. */
export function Chart({ spec, legendValues, tooFewDaysMessage }: ChartProps) {
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const hasInteracted = useHasInteracted();
  const days = countCategoriesWithData(spec);
  const { countNoun = 'answer' } = spec;
  if (spec.kind === 'lines' && days < minLineDays) {
    return (
      tooFewDaysMessage ?? (
        <NotEnoughData
          have={days}
          need={minLineDays}
          unit={`day with ${countNoun}s`}
          units={`days with ${countNoun}s`}
          className="h-[300px]"
        />
      )
    );
  }
  const staticChart = <StaticChart spec={spec} />;
  return (
    <div>
      <div style={{ height: spec.height }}>
        {hasInteracted ? (
          <Suspense fallback={staticChart}>
            <InteractiveChart spec={spec} highlightedId={highlightedId} onHighlight={setHighlightedId} />
          </Suspense>
        ) : (
          staticChart
        )}
      </div>
      <BrandLegend
        className={classes(
          'mt-2 -ml-2',
          spec.hasEndLabels ? 'md:sr-only md:focus-within:not-sr-only' : legendValues && 'min-h-7',
        )}
        brands={spec.series.map((series) => ({ ...series, value: legendValues?.[series.id] }))}
        highlightedId={highlightedId}
        onHighlight={setHighlightedId}
      />
    </div>
  );
}
