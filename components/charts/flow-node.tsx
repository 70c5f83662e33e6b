import type { NodeShape } from '#lib/charts/flow-shapes';
import { formatCount } from '#lib/format/formats';

interface FlowNodeProps {
  node: NodeShape;
  onRaise: (raised: boolean) => void;
}

const width = 10;

/** An engine, a domain or an outcome: a bar as tall as its answers, and its name beside it. */
export function FlowNode({ node: { name, column, colour, value, at, height }, onRaise }: FlowNodeProps) {
  const last = column === 'outcome';
  const x = `${at.across * 100}%`;
  const tall = Math.max(1, height);
  return (
    <g
      transform={`translate(${-at.across * width})`}
      onPointerEnter={() => onRaise(true)}
      onPointerLeave={() => onRaise(false)}
    >
      <rect x={x} y={at.y - tall / 2} width={width} height={tall} rx={2} fill={colour} />
      <text
        x={x}
        y={at.y}
        dx={last ? -8 : width + 8}
        textAnchor={last ? 'end' : 'start'}
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
