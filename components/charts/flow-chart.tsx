'use client';

import dynamic from 'next/dynamic';
import { NotLoaded } from '#components/ui/not-loaded';
import type { FlowChart as Prepared } from '#lib/charts/source-flow';

/** What draws comes after the page: figures can be read before. */
const FlowChartPlot = dynamic(
  () =>
    import('#components/charts/flow-chart-plot').then(
      (file) => file.FlowChartPlot,
      () => NotLoaded,
    ),
  { ssr: false },
);

interface FlowChartProps {
  label: string;
  chart: Prepared;
}

const height = 420;

/** Streams from engines over domains to what comes of them, each as wide as the answers it carries. */
export function FlowChart({ label, chart }: FlowChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <figure className="overflow-x-auto" tabIndex={0} aria-label={label}>
      <div className="min-w-[680px]" style={{ height }}>
        <FlowChartPlot label={label} chart={chart} height={height} />
      </div>
    </figure>
  );
}
