import Link from 'next/link';
import type { CompetitorsPlace, GapsFacts } from '#components/competitors/facts';
import { GapMarks } from '#components/competitors/gap-marks';
import { engineLabel } from '#components/overview/engine-label';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Section } from '#components/ui/section';
import { Swatch } from '#components/ui/swatch';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { brandColour } from '#lib/charts/brand-colour';
import { answersAddress } from '#lib/format/answers-address';
import { competitionDefinitionsOf } from '#lib/format/definitions';
import { formatCount, formatPlural } from '#lib/format/formats';

interface GapTableProps {
  place: CompetitorsPlace;
  kind: 'mention' | 'citation';
  gaps: GapsFacts;
}

const promptsShown = 15;

/** Prompts where a competitor is named (or cited) and the brand is not, by engine, the most answers lost first. */
export function GapTable({ place, kind, gaps }: GapTableProps) {
  const { projectId, query, own } = place;
  const shown = gaps.prompts.slice(0, promptsShown);
  const engines = [...new Set(gaps.prompts.flatMap((one) => one.engines.map(({ engine }) => engine)))].sort();
  const does = kind === 'mention' ? 'named' : 'cited';
  const whole = `A competitor is ${does} and ${own.name} never in ${formatCount(gaps.everywhere)} of ${formatPlural(gaps.asked, 'prompt')}`;
  const some = gaps.prompts.length - gaps.everywhere;
  return (
    <Section
      title={kind === 'mention' ? 'Mention gaps' : 'Citation gaps'}
      note={
        gaps.measured
          ? `${whole}${some > 0 ? `, and only on some engines in ${formatCount(some)} more` : ''}.${gaps.prompts.length > shown.length ? ` ${shown.length} of ${gaps.prompts.length} are shown.` : ''}`
          : `Prompts where a competitor is cited and ${own.name} is not.`
      }
      exported={`${kind}-gaps`}
      meanings={[{ figure: 'Gap', means: competitionDefinitionsOf(own.name)[`${kind}Gap`] }]}
    >
      {!gaps.measured ? (
        <EmptyState
          kind="not measured"
          title="Not measured"
          action={
            <Button asChild>
              <Link href={`/projects/${projectId}/settings`}>Add domains</Link>
            </Button>
          }
        >
          A citation counts for the brand that owns the address: {own.name} and at least one competitor need a
          domain.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState kind="none" title="No gap">
          Wherever a competitor is {does}, {own.name} is too.
        </EmptyState>
      ) : (
        <Table label={kind === 'mention' ? 'Mention gaps' : 'Citation gaps'}>
          <TableHead>
            <HeadCell>Prompt</HeadCell>
            {engines.map((engine) => (
              <HeadCell key={engine} className="text-center">
                {engineLabel(engine)}
              </HeadCell>
            ))}
            <HeadCell>{kind === 'mention' ? 'Named instead' : 'Cited instead'}</HeadCell>
          </TableHead>
          <tbody>
            {shown.map(({ promptId, prompt, engines: asked, rivals }) => (
              <Row key={promptId} className="relative">
                <Cell className="min-w-36 sm:min-w-48">
                  <Link
                    href={answersAddress(projectId, query, {
                      prompt: promptId,
                      ...(kind === 'mention' ? { gap: own.id } : {}),
                    })}
                    className="after:absolute after:inset-0 hover:text-accent-strong"
                  >
                    {prompt}
                  </Link>
                </Cell>
                <GapMarks engines={engines} asked={asked} does={does} own={own.name} />
                <Cell className="min-w-40">
                  <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
                    {rivals.slice(0, 2).map(({ brand, answers }) => (
                      <span key={brand.id} className="inline-flex items-center gap-1.5 whitespace-nowrap">
                        <Swatch colour={brandColour(brand.hue)} />
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
