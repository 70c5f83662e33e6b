import { type Engine, engineSpecs, type IncludeFlag } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';

const getFields = (flag: IncludeFlag): readonly string[] =>
  flag === 'shopping' ? ['shoppingCards', 'inlineProducts'] : [flag];

/** Engines whose `html` is a list with one URL per page. For other engines it is a single URL. */
const enginesWithPages: ReadonlySet<Engine> = new Set<Engine>(['search', 'search/news']);

export interface CompleteResult {
  /** With every field that the provider can provide. */
  result: object;
  /** The provider's events, as received. */
  raw: unknown[] | undefined;
  /** Which part of the request was ignored, or why the engine refused to answer. */
  note?: string | undefined;
  /** URLs of the stored pages. */
  pages: readonly string[];
}

/** Returns a result without the fields that the request did not include. */
export function applyIncludeFlags(
  engine: Engine,
  { include }: MonitorRequest,
  { result, raw, note, pages }: CompleteResult,
): Record<string, unknown> {
  const included: Record<string, unknown> = { ...result };
  if (raw) included.rawResponse = engine === 'chat' ? raw.map(toTypedEvent) : raw;
  if (note) included.note = note;
  if (pages.length > 0) included.html = enginesWithPages.has(engine) ? pages : pages[0];
  for (const flag of engineSpecs[engine].includeFlags) {
    if (include[flag]) continue;
    for (const field of getFields(flag)) delete included[field];
  }
  if (engine === 'search') applyOverviewFlag(included, include.overview);
  return included;
}

/** Events of `chat` have a type; a response that was not streamed gets one. */
function toTypedEvent(event: unknown): unknown {
  const isTyped =
    event !== null && typeof event === 'object' && 'type' in event && typeof event.type === 'string';
  return isTyped ? event : { type: 'response', response: event };
}

function applyOverviewFlag(
  result: Record<string, unknown>,
  flag: MonitorRequest['include']['overview'],
): void {
  const { overview } = result;
  if (!flag) delete result.overview;
  else if (!flag.markdown && overview !== null && typeof overview === 'object') {
    result.overview = Object.fromEntries(Object.entries(overview).filter(([name]) => name !== 'markdown'));
  }
}
