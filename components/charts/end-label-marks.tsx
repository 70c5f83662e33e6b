import type { EndLabel } from '#lib/charts/end-labels';

/** The opacity of a mark: when a series is raised, the others fade. */
export function getMarkOpacity(id: string, raisedId: string | null): number {
  return raisedId === null || raisedId === id ? 1 : 0.22;
}

interface EndLabelMarksProps {
  labels: readonly EndLabel[];
  /** The right edge of the plot, in pixels. */
  x: number;
  raisedId?: string | null;
  onRaise?: (id: string | null) => void;
}

/** Names lines at their ends, so that they need no legend. By keyboard, the legend does the same. */
export function EndLabelMarks({ labels, x, raisedId = null, onRaise }: EndLabelMarksProps) {
  return (
    <g aria-hidden>
      {labels.map(({ id, name, value, color, own, lineY, labelY }) => (
        <g
          key={id}
          onPointerEnter={() => onRaise?.(id)}
          onPointerLeave={() => onRaise?.(null)}
          opacity={getMarkOpacity(id, raisedId)}
          style={{ transition: 'opacity 150ms' }}
        >
          <path d={`M${x + 2} ${lineY}L${x + 12} ${labelY}`} stroke={color} opacity={0.6} fill="none" />
          <text
            x={x + 17}
            y={labelY}
            dominantBaseline="central"
            fontSize={12}
            fill="var(--ink)"
            fontWeight={own ? 600 : 400}
          >
            {name}
            <tspan dx={name === null ? 0 : 6} fill="var(--muted)" fontWeight={400}>
              {value}
            </tspan>
          </text>
        </g>
      ))}
    </g>
  );
}
