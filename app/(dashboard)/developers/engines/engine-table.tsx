import { Chip } from '#components/ui/chip';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { formatCount, noValue } from '#lib/format/numbers';
import type { EngineStatus } from '#lib/service/provider-stats/engine-status';
import { countFailures, describeStatus, formatLatency, formatMoney } from './engine-labels';

/** Every engine with its provider, status, and requests of the last 24 hours. */
export function EngineTable({ standings }: { standings: readonly EngineStatus[] }) {
  return (
    <Table label="Engines">
      <TableHead>
        <HeadCell className="sticky left-0 bg-page">Engine</HeadCell>
        <HeadCell>Provider</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell numeric>Requests</HeadCell>
        <HeadCell numeric>Failed</HeadCell>
        <HeadCell numeric>Throttled</HeadCell>
        <HeadCell numeric>Median latency</HeadCell>
        <HeadCell numeric>95th percentile</HeadCell>
        <HeadCell numeric>Cost</HeadCell>
      </TableHead>
      <tbody>
        {standings.map((standing) => (
          <EngineRow key={standing.engine} standing={standing} />
        ))}
      </tbody>
    </Table>
  );
}

function EngineRow({ standing }: { standing: EngineStatus }) {
  const { label, provider, keys, stats } = standing;
  const state = describeStatus(standing);
  const failures = countFailures(stats);
  return (
    <Row>
      <Cell className="sticky left-0 bg-page font-medium">{label}</Cell>
      <Cell className="whitespace-nowrap">
        {provider === 'the sandbox' ? 'Sandbox' : (provider ?? 'none')}
        {keys === 'own' ? <span className="text-muted"> · your key</span> : null}
      </Cell>
      <Cell>
        <Chip tone={state.tone}>{state.word}</Chip>
        {state.detail ? <p className="mt-1 min-w-48 text-xs text-muted">{state.detail}</p> : null}
      </Cell>
      <Cell numeric>{formatCount(stats.requests)}</Cell>
      <Cell numeric>
        {formatCount(failures.count)}
        {failures.detail ? <p className="text-xs text-muted">{failures.detail}</p> : null}
      </Cell>
      <Cell numeric>
        {formatCount(stats.throttledCount)}
        {stats.throttledCount > 0 ? (
          <p className="text-xs text-muted">{formatLatency(stats.throttledMs)} total</p>
        ) : null}
      </Cell>
      <Cell numeric>{formatLatency(stats.medianMs)}</Cell>
      <Cell numeric>{formatLatency(stats.p95Ms)}</Cell>
      <Cell numeric>{stats.cost ? formatMoney(stats.cost) : noValue}</Cell>
    </Row>
  );
}
