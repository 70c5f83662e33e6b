import type { SourceRow } from '#lib/dashboard/analytics/top-sources';

/** What an engine draws from a domain, and what comes of it. */
export interface SourceFlow {
  engine: string;
  /** Null for all domains that are not the first ones. */
  domain: string | null;
  /** Answers that cite it; for the others each domain of an answer counts. */
  cited: number;
  /** Of these, answers that mention the project's own brand. */
  named: number;
}

/**
 * How answers flow from engines, in the order of their keys, over the domains they cite to naming the own brand or not.
 * @param rows every domain of the period, the most cited first
 * @param first how many of them are shown by name
 */
export function sourceFlowOf(rows: readonly SourceRow[], first: number): SourceFlow[] {
  const flows = new Map<string, SourceFlow>();
  for (const [index, row] of rows.entries()) {
    const domain = index < first ? row.domain : null;
    for (const [engine, cited, named] of row.engines ?? []) {
      const key = `${engine} ${domain ?? ''}`;
      const flow = flows.get(key) ?? { engine, domain, cited: 0, named: 0 };
      flow.cited += cited;
      flow.named += named;
      flows.set(key, flow);
    }
  }
  return [...flows.values()].sort((a, b) => (a.engine < b.engine ? -1 : Number(a.engine > b.engine)));
}
