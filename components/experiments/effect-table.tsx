import { formatVerdict } from '#components/experiments/format-effect';
import { Chip } from '#components/ui/chip';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import {
  formatCount,
  formatPercent,
  formatPointsInterval,
  formatPointTenths,
  formatRateCounts,
} from '#lib/core/numbers';
import type { Effect, EffectGroup } from '#lib/dashboard/experiments/effect';

interface EffectTableProps {
  effects: readonly { rate: string; effect: Effect }[];
}

/** Both groups before and after the change, and the effect relative to the control group, for each rate. */
export function EffectTable({ effects }: EffectTableProps) {
  return (
    <Table label="Before and after">
      <TableHead>
        <HeadCell>Prompts</HeadCell>
        <HeadCell numeric>Before</HeadCell>
        <HeadCell numeric>After</HeadCell>
        <HeadCell numeric title="The average of the prompts’ changes; before and after count all answers">
          Average change
        </HeadCell>
        <HeadCell numeric>Answers</HeadCell>
      </TableHead>
      {effects.map(({ rate, effect }) => (
        <tbody key={rate}>
          <tr className="border-b">
            <th scope="rowgroup" colSpan={5} className="h-10 pt-3 text-left font-semibold">
              {rate}
            </th>
          </tr>
          <GroupRow name="Affected prompts" group={effect.treatment} />
          <GroupRow name="Compared prompts" group={effect.control} />
          <Row className="font-medium">
            <Cell>{effect.method === 'chosen' ? 'Adjusted difference' : 'Difference'}</Cell>
            <Cell colSpan={2} className="text-right">
              <EffectChip effect={effect} />
            </Cell>
            <Cell numeric>
              {formatPointTenths(effect.difference)}
              {effect.interval ? (
                <span className="block text-xs font-normal text-muted">
                  {formatPointsInterval(effect.interval)}
                </span>
              ) : null}
            </Cell>
            <Cell />
          </Row>
        </tbody>
      ))}
    </Table>
  );
}

function GroupRow({ name, group }: { name: string; group: EffectGroup }) {
  const { before, after, change, promptCount } = group;
  return (
    <Row>
      <Cell className="whitespace-nowrap">
        {name} <span className="text-muted">({formatCount(promptCount)})</span>
      </Cell>
      <Cell numeric title={formatRateCounts(before, 'answers')}>
        {formatPercent(before.value)}
      </Cell>
      <Cell numeric title={formatRateCounts(after, 'answers')}>
        {formatPercent(after.value)}
      </Cell>
      <Cell numeric>{formatPointTenths(change)}</Cell>
      <Cell numeric className="text-muted">
        {formatCount(before.denominator)} → {formatCount(after.denominator)}
      </Cell>
    </Row>
  );
}

/** The verdict on an experiment. */
export function EffectChip({ effect }: { effect: Effect }) {
  const { verdict } = effect;
  return (
    <Chip tone={verdict === 'up' || verdict === 'down' ? 'accent' : 'plain'}>{formatVerdict(verdict)}</Chip>
  );
}
