import type { ReactNode } from 'react';
import type { FanOutFacts } from '#components/fan-out/facts';
import { FilterButton } from '#components/filters/filter-button';
import { engineLabel } from '#components/overview/engine-label';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { countedWords } from '#lib/format/counted';
import { fanOutDefinitionsOf } from '#lib/format/definitions';
import { formatCount, formatPercent } from '#lib/format/formats';

interface ToldByEngineProps {
  engines: FanOutFacts['engines'];
  /** What would make more of them tell. */
  hint: ReactNode;
}

/** Which engines tell what they search for, and in how many of their answers. */
export function ToldByEngine({ engines, hint }: ToldByEngineProps) {
  return (
    <Section
      title="Which engines tell"
      note="An engine that tells nothing may search all the same; its searches are not known."
      exported="fan-out-engines"
      meanings={[{ figure: 'Share', means: fanOutDefinitionsOf('').told }]}
    >
      <Table label="Which engines tell">
        <TableHead>
          <HeadCell>Engine</HeadCell>
          <HeadCell numeric>Answers</HeadCell>
          <HeadCell numeric>With searches</HeadCell>
          <HeadCell numeric>Share</HeadCell>
        </TableHead>
        <tbody>
          {engines.map(({ engine, answers, fanned }) => (
            <Row key={engine} className="relative">
              <Cell className="font-medium">
                <FilterButton dimension="engine" value={engine} wholeRow>
                  {engineLabel(engine)}
                </FilterButton>
              </Cell>
              <Cell numeric className="text-muted">
                {formatCount(answers)}
              </Cell>
              <Cell numeric className="text-muted">
                {fanned.numerator === 0 ? 'Tells none' : formatCount(fanned.numerator)}
              </Cell>
              <Cell numeric className="font-medium" title={countedWords(fanned, 'answers')}>
                {fanned.numerator === 0 ? 'Not measured' : formatPercent(fanned.value)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {hint ? <p className="mt-3 text-muted">{hint}</p> : null}
    </Section>
  );
}
