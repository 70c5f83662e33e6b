import { getShareStepColor, type ShareStep } from '#lib/charts/chart-spec';

interface ShareLegendProps {
  steps: readonly ShareStep[];
  /** The label of hatched areas, such as "Not run". */
  blank: string;
  /** Whether the colors are behind text, where they are weaker. */
  isBehindText?: boolean;
}

/** The legend of color steps. */
export function ShareLegend({ steps, blank, isBehindText = false }: ShareLegendProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {steps.map((step) => (
        <li key={step.from} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-3 rounded-[3px] border border-control"
            style={{ background: getShareStepColor(step, isBehindText) }}
          />
          {step.label}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="hatched size-3 rounded-[3px] border border-hairline" />
        {blank}
      </li>
    </ul>
  );
}
