'use client';

import { useState } from 'react';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { FlowNode } from '#components/charts/flow-node';
import { flowShapes, type NodeShape, type StreamShape } from '#lib/charts/flow-shapes';
import type { FlowChart as Prepared } from '#lib/charts/source-flow';
import { formatPlural } from '#lib/format/formats';

interface FlowChartProps {
  label: string;
  chart: Prepared;
}

/** Pixels; streams are stretched to the width of the window. */
const box = { width: 1000, height: 404, padding: 14 };

/** Streams from engines over domains to what comes of them, each as wide as the answers it carries. */
export function FlowChart({ label, chart }: FlowChartProps) {
  const [raised, setRaised] = useState<StreamShape | NodeShape | null>(null);
  const { nodes, streams } = flowShapes(chart, box);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <figure className="fades-where-cut overflow-x-auto py-2" tabIndex={0} aria-label={label}>
      <div className="relative min-w-[640px]" style={{ height: box.height }}>
        <svg aria-hidden="true" width="100%" height={box.height} className="overflow-visible">
          <svg aria-hidden="true" viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none">
            {streams.map((stream) => (
              <path
                key={stream.name}
                d={stream.path}
                fill={stream.colour}
                fillOpacity={raised?.name === stream.name ? 0.6 : 0.28}
                className="transition-[fill-opacity] duration-150"
                onPointerEnter={() => setRaised(stream)}
                onPointerLeave={() => setRaised(null)}
              />
            ))}
          </svg>
          {nodes.map((node) => (
            <FlowNode key={node.name} node={node} onRaise={(on) => setRaised(on ? node : null)} />
          ))}
        </svg>
        {raised ? <FlowTooltip raised={raised} /> : null}
      </div>
    </figure>
  );
}

/** Beside what the pointer is on, towards the middle of the chart so that it stays inside. */
function FlowTooltip({ raised: { name, value, at } }: { raised: StreamShape | NodeShape }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 whitespace-nowrap"
      style={{
        left: `${at.across * 100}%`,
        top: `clamp(36px, ${at.y}px, calc(100% - 36px))`,
        transform: `translate(${at.across > 0.5 ? 'calc(-100% - 14px)' : '14px'}, -50%)`,
      }}
    >
      <ChartTooltip
        heading={name}
        rows={[]}
        foot={`${formatPlural(value, 'answer')}, a domain counted once in each`}
      />
    </div>
  );
}
