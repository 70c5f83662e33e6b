import type { TooltipRow } from '#lib/charts/chart-tooltip';

interface ChartTooltipProps {
  heading: string;
  rows: readonly TooltipRow[];
  /** The answers the values were counted from. */
  footer?: string;
  raisedId?: string | null;
}

/** The box beside the pointer: value, confidence interval and n. */
export function ChartTooltip({ heading, rows, footer, raisedId = null }: ChartTooltipProps) {
  return (
    <div className="rounded-lg border border-hairline bg-surface px-3 py-2.5 text-xs shadow-float">
      <p className="mb-1.5 font-semibold">{heading}</p>
      <table>
        <tbody>
          {rows.map(({ id, name, color, value, detail }) => (
            <tr key={id} className={id === raisedId ? 'font-semibold' : undefined}>
              <td className="py-0.5 pr-4">
                <span className="flex items-center gap-2">
                  <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: color }} />
                  {name}
                </span>
              </td>
              <td className="py-0.5 text-right font-medium tabular-nums">{value}</td>
              {detail ? <td className="py-0.5 pl-3 text-right text-muted tabular-nums">{detail}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {footer ? <p className="mt-1.5 text-muted">{footer}</p> : null}
    </div>
  );
}
