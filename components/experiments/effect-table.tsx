import { EffectChip } from '#components/experiments/effect-chip';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { countedWords } from '#lib/format/counted';
import type { ArmFacts, EffectFacts } from '#lib/format/experiment-words';
import { formatCount, formatPercent, formatPointsInterval, formatPointTenths } from '#lib/format/formats';

interface EffectTableProps {
  effects: readonly { rate: string; effect: EffectFacts }[];
}

/** Both groups before and after, rate by rate, with what the change did beyond the control. */
export function EffectTable({ effects }: EffectTableProps) {
  return (
    <Table label="Before and after">
      <TableHead>
        <HeadCell>Prompts</HeadCell>
        <HeadCell numeric>Before</HeadCell>
        <HeadCell numeric>After</HeadCell>
        <HeadCell numeric>Change</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          Answers
        </HeadCell>
      </TableHead>
      {effects.map(({ rate, effect }) => (
        <tbody key={rate}>
          <tr className="border-b">
            <th scope="rowgroup" colSpan={5} className="h-10 pt-3 text-left font-semibold">
              {rate}
            </th>
          </tr>
          <ArmRow name="Changed" arm={effect.treated} />
          <ArmRow name="Others" arm={effect.control} />
          <Row className="font-medium">
            <Cell colSpan={3}>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                Beyond the others
                <EffectChip effect={effect} />
              </span>
            </Cell>
            <Cell numeric>
              {formatPointTenths(effect.difference)}
              {effect.interval ? (
                <span className="block text-xs font-normal text-muted">
                  {formatPointsInterval(effect.interval)}
                </span>
              ) : null}
            </Cell>
            <Cell className="max-sm:hidden" />
          </Row>
        </tbody>
      ))}
    </Table>
  );
}

function ArmRow({ name, arm }: { name: string; arm: ArmFacts }) {
  const { before, now, prompts } = arm;
  const change = before.value === null || now.value === null ? null : now.value - before.value;
  return (
    <Row>
      <Cell className="whitespace-nowrap">
        {name} <span className="text-muted">({formatCount(prompts)})</span>
      </Cell>
      <Cell numeric title={countedWords(before, 'answers')}>
        {formatPercent(before.value)}
      </Cell>
      <Cell numeric title={countedWords(now, 'answers')}>
        {formatPercent(now.value)}
      </Cell>
      <Cell numeric>{formatPointTenths(change)}</Cell>
      <Cell numeric className="text-muted max-sm:hidden">
        {formatCount(before.denominator)} → {formatCount(now.denominator)}
      </Cell>
    </Row>
  );
}
