import Link from 'next/link';
import type { CompetitorsView } from '#components/competitors/competitor-links';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import { BrandSwatch } from '#components/ui/domain';
import { EmptyState } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { Gaps, PromptGap } from '#lib/dashboard/analytics/competitors/gaps';
import { getAnswersUrl } from '#lib/format/answer-links';
import { formatEngine } from '#lib/format/labels';
import { describeCompetitorMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural } from '#lib/format/numbers';

interface GapTableProps {
  view: CompetitorsView;
  kind: 'mention' | 'citation';
  gaps: Gaps;
}

const maxPrompts = 15;

/** Prompts where a competitor is mentioned (or cited) and the brand is not, by engine, most answers lost first. */
export function GapTable({ view, kind, gaps }: GapTableProps) {
  const { projectId, query, own } = view;
  const shown = gaps.prompts.slice(0, maxPrompts);
  const engines = [...new Set(gaps.prompts.flatMap((one) => one.engines.map(({ engine }) => engine)))].sort();
  const verb = kind === 'mention' ? 'mentioned' : 'cited';
  const summary = `A competitor is ${verb} and ${own.name} is not in ${formatCount(gaps.everywhereCount)} of ${formatPlural(gaps.promptCount, 'prompt')}`;
  const partial = gaps.prompts.length - gaps.everywhereCount;
  return (
    <Section
      title={kind === 'mention' ? 'Mention gaps' : 'Citation gaps'}
      note={
        gaps.isMeasured
          ? `${summary}${partial > 0 ? `, and on some engines in ${formatCount(partial)} more` : ''}.${gaps.prompts.length > shown.length ? ` Showing ${shown.length} of ${gaps.prompts.length}.` : ''}`
          : `Prompts where a competitor is cited and ${own.name} is not.`
      }
      exported={`${kind}-gaps`}
      descriptions={[{ metric: 'Gap', description: describeCompetitorMetrics(own.name)[`${kind}Gap`] }]}
    >
      {!gaps.isMeasured ? (
        <EmptyState
          kind="not measured"
          title="Not measured"
          action={
            <Button asChild>
              <Link href={`/projects/${projectId}/settings`}>Add domains</Link>
            </Button>
          }
        >
          A citation counts for the brand that owns the URL. {own.name} and at least one competitor need a
          domain.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState kind="none" title="No gaps">
          Wherever a competitor is {verb}, {own.name} is too.
        </EmptyState>
      ) : (
        <Table label={kind === 'mention' ? 'Mention gaps' : 'Citation gaps'}>
          <TableHead>
            <HeadCell>Prompt</HeadCell>
            {engines.map((engine) => (
              <HeadCell key={engine} className="text-center">
                {formatEngine(engine)}
              </HeadCell>
            ))}
            <HeadCell>{kind === 'mention' ? 'Mentioned instead' : 'Cited instead'}</HeadCell>
          </TableHead>
          <tbody>
            {shown.map(({ promptId, prompt, engines: results, competitors }) => (
              <Row key={promptId} className="relative">
                <Cell className="min-w-36 sm:min-w-48">
                  <Link
                    href={getAnswersUrl(projectId, query, {
                      prompt: promptId,
                      ...(kind === 'mention' ? { gap: own.id } : {}),
                    })}
                    className="after:absolute after:inset-0 hover:text-accent-strong"
                  >
                    {prompt}
                  </Link>
                </Cell>
                <GapMarks engines={engines} results={results} verb={verb} own={own.name} />
                <Cell className="min-w-40">
                  <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
                    {competitors.slice(0, 2).map(({ brand, answers }) => (
                      <span key={brand.id} className="inline-flex items-center gap-1.5 whitespace-nowrap">
                        <BrandSwatch color={getBrandColor(brand.colorIndex)} />
                        {brand.name} <span className="text-muted">{formatPlural(answers, 'answer')}</span>
                      </span>
                    ))}
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

interface GapMarksProps {
  /** The columns. */
  engines: readonly string[];
  results: PromptGap['engines'];
  verb: 'mentioned' | 'cited';
  own: string;
}

/** One cell per engine: mentioned or cited, gap, none, or not run. */
function GapMarks({ engines, results, verb, own }: GapMarksProps) {
  return engines.map((engine) => {
    const result = results.find((pair) => pair.engine === engine);
    const label = result
      ? { ours: verb === 'mentioned' ? 'Mentioned' : 'Cited', gap: 'Gap', nobody: 'None' }[result.presence]
      : 'Not run';
    const explanation = result
      ? {
          ours: `${own} is ${verb}`,
          gap: `A competitor is ${verb} and ${own} is not`,
          nobody: `No tracked brand is ${verb}`,
        }[result.presence]
      : 'Not run';
    return (
      <Cell key={engine} className="text-center">
        <span
          title={result ? `${explanation}, in ${formatPlural(result.answers, 'answer')}` : explanation}
          className={classes(
            'inline-flex h-6 items-center rounded-md px-2 text-xs whitespace-nowrap',
            result?.presence === 'gap' && 'bg-danger-soft font-medium text-danger',
            result?.presence === 'ours' && 'text-accent',
            (!result || result.presence === 'nobody') && 'text-faint',
          )}
        >
          {label}
        </span>
      </Cell>
    );
  });
}
