'use client';

import { ResponsiveContainer, Sankey, type SankeyLinkProps, type SankeyNodeProps, Tooltip } from 'recharts';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { formatCount, formatPlural } from '#lib/charts/formats';
import type { FlowChart as Prepared } from '#lib/charts/source-flow';

interface FlowChartPlotProps {
  label: string;
  chart: Prepared;
  /** Pixels. */
  height: number;
}

const nodeWidth = 10;

/** The streams themselves, loaded after the page. */
export function FlowChartPlot({ label, chart, height }: FlowChartPlotProps) {
  return (
    <ResponsiveContainer width="100%" height={height}>
      <Sankey
        data={chart}
        title={label}
        nodeWidth={nodeWidth}
        nodePadding={14}
        sort={false}
        margin={{ top: 8, right: 18, bottom: 8, left: 8 }}
        node={(node: SankeyNodeProps) => <Node node={node} chart={chart} />}
        link={(link: SankeyLinkProps) => <Stream link={link} chart={chart} />}
      >
        <Tooltip isAnimationActive={false} content={({ payload }) => <Hovered payload={payload} />} />
      </Sankey>
    </ResponsiveContainer>
  );
}

function Node({
  node: { x, y, width, height, index, payload },
  chart,
}: {
  node: SankeyNodeProps;
  chart: Prepared;
}) {
  const node = chart.nodes[index];
  if (!node) return null;
  const last = node.column === 'outcome';
  return (
    <g>
      <rect x={x} y={y} width={width} height={Math.max(1, height)} rx={2} fill={node.colour} />
      <text
        x={last ? x - 8 : x + width + 8}
        y={y + height / 2}
        textAnchor={last ? 'end' : 'start'}
        dominantBaseline="central"
        fontSize={12}
        fill="var(--ink)"
        stroke="var(--page)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {node.name}
        <tspan dx={6} fill="var(--muted)">
          {formatCount(payload.value)}
        </tspan>
      </text>
    </g>
  );
}

function Stream({ link, chart }: { link: SankeyLinkProps; chart: Prepared }) {
  const { sourceX, targetX, sourceY, targetY, sourceControlX, targetControlX, linkWidth, index } = link;
  return (
    <path
      d={`M${sourceX},${sourceY}C${sourceControlX},${sourceY} ${targetControlX},${targetY} ${targetX},${targetY}`}
      fill="none"
      stroke={chart.links[index]?.colour}
      strokeWidth={Math.max(1, linkWidth)}
      strokeOpacity={0.28}
      className="transition-[stroke-opacity] duration-150 hover:[stroke-opacity:0.6]"
    />
  );
}

/** Recharts hands the hovered thing back untyped. */
function Hovered({ payload }: { payload: readonly { name?: unknown; value?: unknown }[] | undefined }) {
  const one = payload?.[0];
  if (typeof one?.name !== 'string' || typeof one.value !== 'number') return null;
  return (
    <ChartTooltip
      heading={one.name.replace(' - ', ' → ')}
      rows={[]}
      foot={`${formatPlural(one.value, 'answer')}, a domain counted once in each`}
    />
  );
}
