import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { promptsTable } from '#lib/contract/tables/prompts';
import type { TrackedBrand } from '#lib/core/metric';
import type { ReportPrompt } from '#lib/dashboard/reports/report-data';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';

/** The prompts with answers, the most visible first. */
export function PromptList({ prompts, brand }: { prompts: readonly ReportPrompt[]; brand: TrackedBrand }) {
  return (
    <Section
      title={promptsTable.title}
      exportedTable={promptsTable.name}
      descriptions={[{ metric: 'Visibility', description: describeBrandMetrics(brand.name).visibility }]}
    >
      <TableView
        table={promptsTable}
        rows={prompts}
        getKey={({ id }) => id}
        omit={['shareOfVoice', 'citationRate', 'triggerRate']}
        views={{
          text: { className: 'min-w-44' },
          visibility: {
            className: 'font-medium',
            interval: {},
            change: { isNeutral: () => brand.role === 'competitor' },
          },
          position: { className: 'text-muted' },
          answers: { className: 'text-muted' },
        }}
      />
    </Section>
  );
}
