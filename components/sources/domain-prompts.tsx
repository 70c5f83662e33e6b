import Link from 'next/link';
import type { SourcesPlace } from '#components/sources/facts';
import { EmptyState } from '#components/ui/empty-state';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { Rate } from '#lib/core/rate';
import { answersAddress } from '#lib/format/answers-address';
import { sourceDefinitionsOf } from '#lib/format/definitions';
import { formatCount, formatInterval, formatPercent, formatPlural } from '#lib/format/formats';

interface DomainPromptsProps {
  place: SourcesPlace;
  domain: string;
  prompts: readonly { promptId: string; prompt: string; cited: Rate }[];
  promptsInAll: number;
}

/** The prompts whose answers cite the domain most. */
export function DomainPrompts({ place, domain, prompts, promptsInAll }: DomainPromptsProps) {
  return (
    <Section
      title="By prompt"
      note={`${formatCount(prompts.length)} of ${formatPlural(promptsInAll, 'prompt')} whose answers cite it.`}
      exported={{ table: 'domain-prompts', about: { domain } }}
      meanings={[{ figure: 'Cited in', means: sourceDefinitionsOf(domain).cited }]}
    >
      {prompts.length === 0 ? (
        <EmptyState kind="none" title="Never cited">
          Answers list it as a source, but no text points at it in these days.
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
                    href={answersAddress(place.projectId, place.query, { prompt: promptId, cites: domain })}
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
