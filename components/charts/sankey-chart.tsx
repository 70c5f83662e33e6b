'use client';

import { useState } from 'react';
import { ChartTooltip } from '#components/charts/legends';
import { type LinkShape, layoutSourceFlow, type NodeShape, type SankeyData } from '#lib/charts/source-flow';
import { defineMessages } from '#lib/core/messages';
import { formatCount } from '#lib/core/numbers';

interface SankeyChartProps {
  label: string;
  chart: SankeyData;
}

const messages = defineMessages({
  citations: '{citations, plural, one {# citation} other {# citations}}, counting a domain once per answer',
});

/** Size in pixels. Links are stretched to the width of the chart. */
const box = { width: 1000, height: 404, padding: 14 };

/**
 * A Sankey diagram from engines through domains to outcomes. The width of a link is its number of citations, with a domain
 * counted once per answer. In a narrow window the diagram scrolls, because the labels of the engines, with their models, would
 * otherwise overlap the bars of the domains.
 */
export function SankeyChart({ label, chart }: SankeyChartProps) {
  const [highlighted, setHighlighted] = useState<LinkShape | NodeShape | null>(null);
  const { nodes, links } = layoutSourceFlow(chart, box);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <figure className="fades-at-edges overflow-x-auto py-2" tabIndex={0} aria-label={label}>
      <div className="relative min-w-[880px] print:min-w-0" style={{ height: box.height }}>
        <svg aria-hidden="true" width="100%" height={box.height} className="overflow-visible">
          <svg aria-hidden="true" viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none">
            {links.map((link) => (
              <path
                key={link.name}
                d={link.path}
                fill={link.color}
                fillOpacity={highlighted?.name === link.name ? 0.6 : 0.28}
                className="transition-[fill-opacity] duration-150"
                onPointerEnter={() => setHighlighted(link)}
                onPointerLeave={() => setHighlighted(null)}
              />
            ))}
          </svg>
          {nodes.map((node) => (
            <SankeyNode
              key={node.name}
              node={node}
              onHighlight={(isHighlighted) => setHighlighted(isHighlighted ? node : null)}
            />
          ))}
        </svg>
        {highlighted ? <SankeyTooltip highlighted={highlighted} /> : null}
      </div>
    </figure>
  );
}

/** A tooltip beside the node or link, on the side towards the middle of the chart so that it stays inside. */
function SankeyTooltip({ highlighted: { name, value, center } }: { highlighted: LinkShape | NodeShape }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 whitespace-nowrap"
      style={{
        left: `${center.xRatio * 100}%`,
        top: `clamp(36px, ${center.y}px, calc(100% - 36px))`,
        transform: `translate(${center.xRatio > 0.5 ? 'calc(-100% - 14px)' : '14px'}, -50%)`,
      }}
    >
      <ChartTooltip heading={name} rows={[]} footer={messages.citations({ citations: value })} />
    </div>
  );
}

interface SankeyNodeProps {
  node: NodeShape;
  onHighlight: (isHighlighted: boolean) => void;
}

const nodeWidth = 10;

function SankeyNode({ node: { name, column, color, value, center, height }, onHighlight }: SankeyNodeProps) {
  const isLast = column === 'outcome';
  const x = `${center.xRatio * 100}%`;
  const barHeight = Math.max(1, height);
  return (
    <g
      transform={`translate(${-center.xRatio * nodeWidth})`}
      onPointerEnter={() => onHighlight(true)}
      onPointerLeave={() => onHighlight(false)}
    >
      <rect x={x} y={center.y - barHeight / 2} width={nodeWidth} height={barHeight} rx={2} fill={color} />
      <text
        x={x}
        y={center.y}
        dx={isLast ? -8 : nodeWidth + 8}
        textAnchor={isLast ? 'end' : 'start'}
        dominantBaseline="central"
        fontSize={12}
        fill="var(--ink)"
        stroke="var(--page)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {name}
        <tspan dx={6} fill="var(--muted)">
          {formatCount(value)}
        </tspan>
      </text>
    </g>
  );
}
