import Link from 'next/link';
import { IntervalBar } from '#components/charts/inline-charts';
import { Section } from '#components/sections/section';
import type { SourcesView } from '#components/sources/source-links';
import { EmptyState } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { buildIntervalBars } from '#lib/charts/chart-spec';
import { getGrade, type Rate } from '#lib/core/metric';
import { getAnswersUrl } from '#lib/format/answer-links';
import { formatEngine } from '#lib/format/labels';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

interface DomainEnginesProps {
  view: SourcesView;
  domain: string;
  color: string;
  byEngine: readonly { engine: string; cited: Rate }[];
}

/** How often each engine cites the domain. */
export function DomainEngines({ view, domain, color, byEngine }: DomainEnginesProps) {
  const drawn = buildIntervalBars(
    byEngine.map(({ engine, cited }) => ({
      id: engine,
      label: formatEngine(engine),
      metric: { ...cited, clusteredInterval: null, grade: getGrade(cited.denominator), change: null },
    })),
  ).bars;
  return (
    <Section
      title="By engine"
      note="Answers that cite it, of each engine’s answers."
      exported={{ table: 'domain-engines', about: { domain } }}
      descriptions={[{ metric: 'Cited in', description: describeDomainMetrics(domain).cited }]}
    >
      <Table label="By engine">
        <TableHead>
          <HeadCell>Engine</HeadCell>
          <HeadCell className="w-[36%]" colSpan={2}>
            Cited in
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            95% interval
          </HeadCell>
          <HeadCell numeric>Answers</HeadCell>
        </TableHead>
        <tbody>
          {byEngine.map(({ engine, cited }, index) => (
            <Row key={engine} className="relative">
              <Cell className="font-medium whitespace-nowrap">
                <Link
                  href={getAnswersUrl(view.projectId, view.query, { engine, cites: domain })}
                  className="after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {formatEngine(engine)}
                  <span className="sr-only">: see its answers that cite {domain}</span>
                </Link>
              </Cell>
              <Cell>
                <IntervalBar
                  length={drawn[index]?.length ?? null}
                  whisker={drawn[index]?.whisker ?? null}
                  color={color}
                />
              </Cell>
              <Cell numeric className="font-medium">
                {drawn[index]?.value}
              </Cell>
              <Cell numeric className="text-muted max-sm:hidden">
                {formatInterval(cited)}
              </Cell>
              <Cell numeric className="text-muted">
                {formatCount(cited.numerator)} of {formatCount(cited.denominator)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

interface DomainPromptsProps {
  view: SourcesView;
  domain: string;
  prompts: readonly { promptId: string; prompt: string; cited: Rate }[];
  promptsInAll: number;
}

/** The prompts whose answers cite the domain most. */
export function DomainPrompts({ view, domain, prompts, promptsInAll }: DomainPromptsProps) {
  return (
    <Section
      title="By prompt"
      note={`${formatCount(prompts.length)} of ${formatPlural(promptsInAll, 'prompt')} whose answers cite it.`}
      exported={{ table: 'domain-prompts', about: { domain } }}
      descriptions={[{ metric: 'Cited in', description: describeDomainMetrics(domain).cited }]}
    >
      {prompts.length === 0 ? (
        <EmptyState kind="none" title="Never cited">
          Answers list it as a source, but none cites it in this period.
        </EmptyState>
      ) : (
        <Table label="By prompt" className="max-h-[420px] overflow-y-auto">
          <TableHead>
            <HeadCell>Prompt</HeadCell>
            <HeadCell numeric>Cited in</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              95% interval
            </HeadCell>
            <HeadCell numeric>Answers</HeadCell>
          </TableHead>
          <tbody>
            {prompts.map(({ promptId, prompt, cited }) => (
              <Row key={promptId} className="relative">
                <Cell>
                  <Link
                    href={getAnswersUrl(view.projectId, view.query, { prompt: promptId, cites: domain })}
                    className="after:absolute after:inset-0 hover:text-accent-strong"
                  >
                    {prompt}
                  </Link>
                </Cell>
                <Cell numeric className="font-medium">
                  {formatPercent(cited.value)}
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatInterval(cited)}
                </Cell>
                <Cell numeric className="text-muted">
                  {formatCount(cited.numerator)} of {formatCount(cited.denominator)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
