import Link from 'next/link';
import { EvenBars } from '#components/competitors/even-bars';
import type { CompetitorsPlace, HeadToHeadFacts } from '#components/competitors/facts';
import { HeadToHeadCounts } from '#components/competitors/head-to-head-counts';
import { PairLinks } from '#components/competitors/pair-links';
import { RivalLinks } from '#components/competitors/rival-links';
import { AnswersLink } from '#components/ui/answers-link';
import { classes } from '#components/ui/classes';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';
import { countedWords } from '#lib/format/counted';
import { competitionDefinitionsOf } from '#lib/format/definitions';
import { figureAddresses } from '#lib/format/figure-addresses';
import { formatCount, formatPercent } from '#lib/format/formats';

interface HeadToHeadProps {
  place: CompetitorsPlace;
  rivals: readonly TrackedBrand[];
  facts: HeadToHeadFacts;
}

const leads = {
  ahead: 'Ahead',
  behind: 'Behind',
  level: 'Within noise',
  'not enough data': 'Not enough data',
} as const;

/** The brand against one competitor, prompt by prompt, where the competitor leads most first. */
export function HeadToHead({ place, rivals, facts }: HeadToHeadProps) {
  const { own, projectId, query } = place;
  const naming = (promptId: string, brandId: string) =>
    figureAddresses(place, brandId, { prompt: promptId }).visibility;
  const { rival, prompts } = facts;
  const definitions = competitionDefinitionsOf(own.name);
  return (
    <Section
      title="Head to head"
      note={`Share of each prompt’s answers that name ${own.name} and ${rival.name}; where ${rival.name} leads most first.`}
      exported={{ table: 'head-to-head', about: { rival: rival.id } }}
      meanings={[
        { figure: 'Share', means: definitions.share },
        { figure: 'Verdict', means: definitions.lead },
      ]}
    >
      <RivalLinks place={place} rivals={rivals} current={rival.id} />
      <HeadToHeadCounts own={own} facts={facts} />
      <Table label={`${own.name} against ${rival.name} by prompt`} className="max-h-[560px] overflow-y-auto">
        <TableHead>
          <HeadCell>Prompt</HeadCell>
          <HeadCell className="w-[22%] max-lg:hidden" unseen>
            Shares as bars
          </HeadCell>
          <HeadCell numeric>{own.name}</HeadCell>
          <HeadCell numeric>{rival.name}</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Answers
          </HeadCell>
          <HeadCell className="max-lg:hidden" data-print="hide">
            Naming only
          </HeadCell>
        </TableHead>
        <tbody>
          {prompts.map((one) => (
            <Row key={one.promptId}>
              <Cell className="min-w-36">
                <Link
                  prefetch={false}
                  href={`/projects/${projectId}/prompts/${one.promptId}${query ? `?${query}` : ''}`}
                  className="hover:text-accent-strong hover:underline"
                >
                  {one.prompt}
                </Link>
              </Cell>
              <Cell className="max-lg:hidden">
                <EvenBars
                  bars={[
                    { share: one.ours.value, colour: brandColour(own.hue) },
                    { share: one.theirs.value, colour: brandColour(rival.hue) },
                  ]}
                />
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink href={naming(one.promptId, own.id)} title={countedWords(one.ours, 'answers')}>
                  {formatPercent(one.ours.value)}
                </AnswersLink>
              </Cell>
              <Cell numeric className="font-medium">
                <AnswersLink
                  href={naming(one.promptId, rival.id)}
                  title={countedWords(one.theirs, 'answers')}
                >
                  {formatPercent(one.theirs.value)}
                </AnswersLink>
              </Cell>
              <Cell
                className={classes(
                  'text-xs sm:whitespace-nowrap',
                  one.lead === 'ahead' ? 'text-up' : one.lead === 'behind' ? 'text-down' : 'text-muted',
                )}
              >
                {leads[one.lead]}
              </Cell>
              <Cell numeric className="text-muted max-sm:hidden">
                {formatCount(one.answers)}
              </Cell>
              <Cell className="max-lg:hidden" data-print="hide">
                <PairLinks place={place} rival={rival} promptId={one.promptId} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
