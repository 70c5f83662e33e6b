import { type AspectSentencesLoader, AspectSheet } from '#components/competitors/aspect-sheet';
import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import type { AspectSentiment } from '#lib/dashboard/analytics/competitors/aspects';
import { formatCount } from '#lib/format/numbers';

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
  const title = 'Sentiment by aspect';
  return (
    <Section
      title={title}
      note={`Aspects that sentences about ${selectedBrand.name} praise or criticize, as classified by ${classifier}.`}
      exportedTable="aspects"
      descriptions={[
        {
          metric: 'Praise rate',
          description: `Sentences that praise ${selectedBrand.name} for the aspect ÷ sentences that praise or criticize ${selectedBrand.name} for it. The accuracy of the classifier on your answers is not measured.`,
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
        <DataTable
          label={title}
          rows={aspects}
          getKey={({ aspect }) => aspect}
          columns={[
            {
              head: 'Aspect',
              cell: ({ aspect }) => (
                <AspectSheet
                  key={pageContext.query}
                  aspect={aspect}
                  pageContext={pageContext}
                  loadSentences={loadSentences}
                />
              ),
            },
            { head: 'Praised', numericCell: ({ positive }) => formatCount(positive) },
            { head: 'Criticized', numericCell: ({ negative }) => formatCount(negative) },
            {
              head: 'Praise rate',
              className: 'font-medium',
              rate: ({ praise }) => praise,
              unit: 'sentences',
            },
            { interval: ({ praise }) => praise },
            {
              head: 'Other brands’ praise rate',
              className: 'text-muted',
              rate: ({ competitorPraise }) => competitorPraise,
              unit: 'sentences',
            },
          ]}
        />
      )}
    </Section>
  );
}
