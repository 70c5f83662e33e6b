import { formatCountry } from '#lib/contract/country-names';
import type { Disclosure } from '#lib/contract/disclosure';
import { getEngineName } from '#lib/contract/engines';
import { formatAnnotation } from '#lib/core/format-annotation';
import { defineMessages } from '#lib/core/messages';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import type { Panel, PanelRow } from '#lib/dashboard/disclosure/read-outcomes';
import type { Context } from '#lib/db/context';

type Change = Disclosure['changes'][number];

const messages = defineMessages({
  added: '{name} has answers only in this period, not in the comparison period',
  removed: '{name} has answers only in the comparison period, not in this period',
});

/**
 * Lists what changed in the panel: engines and countries that have answers in only one of the periods, then the changes of
 * prompts, models and brands from the first day of the comparison period on, oldest first.
 */
export async function listPanelChanges(
  context: Context,
  filters: MetricFilters,
  { current, previous }: Panel,
): Promise<Change[]> {
  const periods = getPeriods(filters);
  const from = [periods.previous?.from ?? filters.from, filters.from].sort()[0] ?? filters.from;
  const annotations = await listAnnotations(context, { ...filters, from });
  return [
    ...(previous ? listDifferences(current, previous) : []),
    ...annotations.flatMap((annotation): Change[] => {
      const { kind, day } = annotation;
      if (kind === 'note' || kind === 'experiment') return [];
      return [{ kind, day, change: formatAnnotation(annotation, getEngineName) }];
    }),
  ];
}

function listDifferences(current: readonly PanelRow[], previous: readonly PanelRow[]): Change[] {
  const compare = (
    kind: 'engines' | 'countries',
    getKey: (row: PanelRow) => string,
    format: (key: string) => string,
  ) => {
    const list = (rows: readonly PanelRow[]) => [
      ...new Set(rows.filter(({ answered }) => answered > 0).map(getKey)),
    ];
    const [now, before] = [list(current), list(previous)];
    if (now.length === 0 || before.length === 0) return [];
    const added = now.filter((key) => !before.includes(key));
    const removed = before.filter((key) => !now.includes(key));
    return [
      ...added.map((key) => messages.added({ name: format(key) })),
      ...removed.map((key) => messages.removed({ name: format(key) })),
    ].map((change) => ({ kind, day: null, change }));
  };
  return [
    ...compare('engines', ({ engine }) => engine, getEngineName),
    ...compare('countries', ({ country }) => country, formatCountry),
  ];
}
