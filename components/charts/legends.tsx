'use client';

import { classes } from '#components/ui/classes';
import { getShareStepColor, type ShareStep } from '#lib/charts/chart-spec';
import type { TooltipRow } from '#lib/charts/chart-tooltip';

interface BrandLegendProps {
  brands: readonly { id: string; name: string; color: string; isOwn: boolean; value?: string | undefined }[];
  highlightedId: string | null;
  onHighlight: (id: string | null) => void;
  className?: string;
}

/** The brands of a chart; hover or focus highlights one and fades the others. */
export function BrandLegend({ brands, highlightedId, onHighlight, className }: BrandLegendProps) {
  return (
    <ul className={classes('flex flex-wrap gap-x-1 gap-y-0.5', className)}>
      {brands.map(({ id, name, color, isOwn, value }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={highlightedId === id}
            onPointerEnter={() => onHighlight(id)}
            onPointerLeave={() => onHighlight(null)}
            onFocus={() => onHighlight(id)}
            onBlur={() => onHighlight(null)}
            className={classes(
              'flex h-7 items-center gap-2 rounded-md px-2 text-xs transition-opacity duration-150',
              isOwn ? 'font-semibold text-ink' : 'text-muted',
              highlightedId !== null && highlightedId !== id && 'opacity-45',
            )}
          >
            <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: color }} />
            {name}
            {value ? <span className="font-medium text-ink">{value}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ColorScaleLegendProps {
  steps: readonly ShareStep[];
  /** The label of hatched areas, such as "No answers". */
  hatchedLabel: string;
}

/** The legend of a map or chart with stepped colors: the label of each color, and of hatched areas. */
export function ColorScaleLegend({ steps, hatchedLabel }: ColorScaleLegendProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {steps.map((step) => (
        <li key={step.from} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-3 rounded-[3px] border border-control"
            style={{ background: getShareStepColor(step) }}
          />
          {step.label}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="hatched size-3 rounded-[3px] border border-hairline" />
        {hatchedLabel}
      </li>
    </ul>
  );
}

interface ChartTooltipProps {
  heading: string;
  rows: readonly TooltipRow[];
  /** The counts behind the values, such as "4 answers". */
  footer?: string;
  highlightedId?: string | null;
}

/** The box beside the pointer: the value and the confidence interval of each series, and the counts behind them. */
export function ChartTooltip({ heading, rows, footer, highlightedId = null }: ChartTooltipProps) {
  return (
    <div className="rounded-lg border border-hairline bg-surface px-3 py-2.5 text-xs shadow-float">
      <p className="mb-1.5 font-semibold">{heading}</p>
      <table>
        <tbody>
          {rows.map(({ id, name, color, value, detail }) => (
            <tr key={id} className={id === highlightedId ? 'font-semibold' : undefined}>
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
