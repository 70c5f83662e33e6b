import Link from 'next/link';
import { IntervalBar } from '#components/charts/interval-bar';
import { engineLabel } from '#components/overview/engine-label';
import type { SourcesPlace } from '#components/sources/facts';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { bars } from '#lib/charts/bars';
import { gradeOf, type Rate } from '#lib/core/rate';
import { answersAddress } from '#lib/format/answers-address';
import { sourceDefinitionsOf } from '#lib/format/definitions';
import { formatCount, formatInterval } from '#lib/format/formats';

interface DomainEnginesProps {
  place: SourcesPlace;
  domain: string;
  colour: string;
  byEngine: readonly { engine: string; cited: Rate }[];
}

/** How often each engine cites the domain. */
export function DomainEngines({ place, domain, colour, byEngine }: DomainEnginesProps) {
  const drawn = bars(
    byEngine.map(({ engine, cited }) => ({
      id: engine,
      label: engineLabel(engine),
      figure: { ...cited, clustered: null, grade: gradeOf(cited.denominator), change: null },
    })),
  ).bars;
  return (
    <Section
      title="By engine"
      note="Answers that cite it, of the engine’s answers."
      exported={{ table: 'domain-engines', about: { domain } }}
      meanings={[{ figure: 'Cited in', means: sourceDefinitionsOf(domain).cited }]}
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
                  href={answersAddress(place.projectId, place.query, { engine, cites: domain })}
                  className="after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {engineLabel(engine)}
                  <span className="sr-only">: see its answers that cite {domain}</span>
                </Link>
              </Cell>
              <Cell>
                <IntervalBar
                  length={drawn[index]?.length ?? null}
                  whisker={drawn[index]?.whisker ?? null}
                  colour={colour}
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
