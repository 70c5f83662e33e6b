import { type AspectSentencesLoader, AspectSheet } from '#components/competitors/aspect-sheet';
import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { EmptyState } from '#components/ui/notice';
import { aspectsTable } from '#lib/contract/tables/competitors';
import type { AspectSentiment } from '#lib/dashboard/analytics/competitors/aspects';

interface AspectTableProps {
  pageContext: CompetitorsPageContext;
  aspects: readonly AspectSentiment[];
  /** The language model that classified the sentences. */
  classifier: string;
  loadSentences: AspectSentencesLoader;
}

/** Shows how many sentences praise and criticize the selected brand, by aspect. A row opens the sentences about its aspect. */
export function AspectTable({ pageContext, aspects, classifier, loadSentences }: AspectTableProps) {
  const { selectedBrand } = pageContext;
  return (
    <Section
      title={aspectsTable.title}
      note={`Aspects that sentences about ${selectedBrand.name} praise or criticize, as classified by ${classifier}.`}
      exportedTable={aspectsTable.name}
      descriptions={[
        {
          metric: 'Praise rate',
          description: `Sentences that praise ${selectedBrand.name} for the aspect ÷ sentences that praise or criticize ${selectedBrand.name} for it.`,
        },
        {
          metric: 'Other brands’ praise rate',
          description: 'Praise rate of all other tracked brands together.',
        },
      ]}
    >
      {aspects.length === 0 ? (
        <EmptyState kind="none yet" title="No aspects yet">
          No classified sentence in this period praises or criticizes {selectedBrand.name}.
        </EmptyState>
      ) : (
        <TableView
          table={aspectsTable}
          rows={aspects}
          getKey={({ aspect }) => aspect}
          views={{
            aspect: {
              cell: ({ aspect }) => (
                <AspectSheet
                  key={pageContext.query}
                  aspect={aspect}
                  pageContext={pageContext}
                  loadSentences={loadSentences}
                />
              ),
            },
            praiseRate: { className: 'font-medium', interval: {} },
            competitorPraiseRate: { className: 'text-muted' },
          }}
        />
      )}
    </Section>
  );
}
