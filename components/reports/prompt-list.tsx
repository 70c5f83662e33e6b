import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import type { TrackedBrand } from '#lib/core/metric';
import type { ReportPrompt } from '#lib/dashboard/reports/report-data';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPosition } from '#lib/format/numbers';

/** The prompts with answers, the most visible first. */
export function PromptList({ prompts, brand }: { prompts: readonly ReportPrompt[]; brand: TrackedBrand }) {
  return (
    <Section
      title="Prompts"
      exportedTable="prompts"
      descriptions={[{ metric: 'Visibility', description: describeBrandMetrics(brand.name).visibility }]}
    >
      <DataTable
        label="Prompts"
        rows={prompts}
        getKey={({ id }) => id}
        columns={[
          { head: 'Prompt', className: 'min-w-44', cell: ({ text }) => text },
          {
            head: 'Visibility',
            className: 'font-medium',
            rate: ({ visibility }) => visibility,
            unit: 'answers',
          },
          { interval: ({ visibility }) => visibility },
          {
            change: ({ visibility }) => visibility.change,
            isNeutral: () => brand.role === 'competitor',
          },
          {
            head: 'Position',
            className: 'text-muted',
            numericCell: ({ position }) => formatPosition(position.mean),
          },
          {
            head: 'Answers',
            className: 'text-muted',
            numericCell: ({ answers }) => formatCount(answers),
          },
        ]}
      />
    </Section>
  );
}
