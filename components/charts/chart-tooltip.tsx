export interface TooltipRow {
  id: string;
  name: string;
  colour: string;
  value: string;
  /** The interval or other small print. */
  detail?: string;
  raised?: boolean;
}

interface ChartTooltipProps {
  heading: string;
  rows: readonly TooltipRow[];
  /** How many answers the figures rest on. */
  foot?: string;
}

/** What floats beside the pointer: value, interval and n. */
export function ChartTooltip({ heading, rows, foot }: ChartTooltipProps) {
  return (
    <div className="rounded-lg border border-hairline bg-surface px-3 py-2.5 text-xs shadow-float">
      <p className="mb-1.5 font-semibold">{heading}</p>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={row.raised ? 'font-semibold' : undefined}>
              <td className="py-0.5 pr-4">
                <span className="flex items-center gap-2">
                  <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: row.colour }} />
                  {row.name}
                </span>
              </td>
              <td className="py-0.5 text-right font-medium tabular-nums">{row.value}</td>
              {row.detail ? (
                <td className="py-0.5 pl-3 text-right text-muted tabular-nums">{row.detail}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {foot ? <p className="mt-1.5 text-muted">{foot}</p> : null}
    </div>
  );
}
