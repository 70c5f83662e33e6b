import { getShareStepColor, type ShareStep } from '#lib/charts/colors';

interface ShareLegendProps {
  steps: readonly ShareStep[];
  /** What the hatched places are, such as "Not asked". */
  blank: string;
  /** Whether the colors stand under words, where they are weaker. */
  isBehindText?: boolean;
}

/** What the strengths of the color mean. */
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
