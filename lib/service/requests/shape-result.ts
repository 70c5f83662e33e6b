import { type Engine, engineFacts, type IncludeFlag } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';

/** The result fields that stand there only when their flag was set (interface.md, "Resources"): its own, mostly. */
const fieldsOf = (flag: IncludeFlag): readonly string[] =>
  flag === 'shopping' ? ['shoppingCards', 'inlineProducts'] : [flag];

/** Engines whose `html` is one address a page; the others have one page. */
const listsPages: ReadonlySet<Engine> = new Set<Engine>(['search', 'search/news']);

export interface CompleteResult {
  /** Everything the provider could fill. */
  result: object;
  /** The vendor's events, as received. */
  raw: unknown[] | undefined;
  /** What the provider could not honour, or why the engine refused. */
  note?: string | undefined;
  /** Addresses of the stored pages; empty where none were stored. */
  pages: readonly string[];
}

/** The result as this request asked for it: what was not included is left out. */
export function applyIncludeFlags(
  engine: Engine,
  { include }: MonitorRequest,
  { result, raw, note, pages }: CompleteResult,
): Record<string, unknown> {
  const shaped: Record<string, unknown> = { ...result };
  if (raw) shaped.rawResponse = engine === 'chat' ? raw.map(typed) : raw;
  if (note) shaped.note = note;
  if (pages.length > 0) shaped.html = listsPages.has(engine) ? pages : pages[0];
  for (const flag of engineFacts[engine].includeFlags) {
    if (include[flag]) continue;
    for (const field of fieldsOf(flag)) delete shaped[field];
  }
  if (engine === 'search') shapeOverview(shaped, include.overview);
  return shaped;
}

/** An event of `chat` carries a type (interface.md, "Result of `chat`"); what came whole has none of its own. */
function typed(event: unknown): unknown {
  const isTyped =
    event !== null && typeof event === 'object' && 'type' in event && typeof event.type === 'string';
  return isTyped ? event : { type: 'response', response: event };
}

function shapeOverview(shaped: Record<string, unknown>, wanted: MonitorRequest['include']['overview']): void {
  const { overview } = shaped;
  if (!wanted) delete shaped.overview;
  else if (!wanted.markdown && overview !== null && typeof overview === 'object') {
    shaped.overview = Object.fromEntries(Object.entries(overview).filter(([name]) => name !== 'markdown'));
  }
}
