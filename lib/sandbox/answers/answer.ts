import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { type AnswerPlan, planAnswer } from '#lib/sandbox/answers/answer-plan';
import { type Draft, DraftWriter, type Span } from '#lib/sandbox/answers/draft';
import {
  addLocalLines,
  composeAnswerWithoutSearch,
  composeCatalogAnswer,
  composeUncoveredAnswer,
} from '#lib/sandbox/answers/off-topic';
import { renderPage, renderText } from '#lib/sandbox/answers/render';
import { retrieveDocuments } from '#lib/sandbox/answers/retrieve';
import { buildSearchQueries, toSearchQuery } from '#lib/sandbox/answers/search-queries';
import { phrases } from '#lib/sandbox/data/templates';
import type { ScoredDocument } from '#lib/sandbox/market/search-index';
import { type AnswerEngine, engineProfiles, getEngineProfile } from '#lib/sandbox/request/engine-profile';
import { createContext, type ParsedPrompt, type RequestContext } from '#lib/sandbox/request/prompt';
import { getFraction } from '#lib/sandbox/text/random';
import { fillTemplate } from '#lib/sandbox/text/words';

interface SearchedDraft {
  draft: Draft;
  /** The queries that were searched for; empty without a search. */
  queries: string[];
  /** The retrieved pages, best first. */
  retrieved: ScoredDocument[];
}

/** An answer before it is converted to an engine's result. */
export interface SandboxAnswer extends RequestContext, SearchedDraft {
  /** The answer as plain text. */
  text: string;
}

/** Answers a prompt as an engine would on the given date. */
export function answerPrompt(engine: AnswerEngine, request: MonitorRequest, date: Date): SandboxAnswer {
  const context = createContext(engine, request, date);
  const answer = writeAnswer(engine, context);
  const draft = addLocalLines(answer.draft, context);
  return { ...context, ...answer, draft, text: renderText(draft) };
}

function writeAnswer(engine: AnswerEngine, context: RequestContext): SearchedDraft {
  const { snapshot, parsed, request } = context;
  if (engine === 'overview' && !hasOverview(context)) {
    return { draft: { blocks: [], sources: [], citedCount: 0 }, queries: [], retrieved: [] };
  }
  if (parsed === undefined) {
    const draft = composeCatalogAnswer(context, engineProfiles[engine].maxSources);
    if (draft.sources.length === 0) return { draft: composeUncoveredAnswer(), queries: [], retrieved: [] };
    return { draft, queries: [toSearchQuery(request.prompt)], retrieved: [] };
  }
  if (engine === 'gen' && parsed.intent === 'how-to' && parsed.brands.length === 0) {
    return { draft: composeAnswerWithoutSearch(parsed, snapshot), queries: [], retrieved: [] };
  }
  const profile = getEngineProfile(engine, request.device);
  const queries = buildSearchQueries(parsed, engine, snapshot.date.getUTCFullYear());
  const retrieved = retrieveDocuments(parsed, queries, profile, snapshot);
  const plan = planAnswer(parsed, retrieved, profile, snapshot);
  const writer = new DraftWriter(profile.maxSources);
  writePlan(writer, engine, plan, parsed);
  return { draft: writer.finish(retrieved), queries, retrieved };
}

const noOverviewShare = 0.12;

/**
 * Returns whether the search engine shows an overview. It shows none for topics outside the market, for news, for a
 * bare brand name, and for a fixed share of other prompts.
 */
function hasOverview({ parsed, request }: RequestContext): boolean {
  if (parsed === undefined || parsed.intent === 'news') return false;
  const prompt = request.prompt.trim();
  const isNameAlone = parsed.intent === 'profile' && prompt.split(/\s+/u).length <= 2;
  return !isNameAlone && getFraction(`${prompt.toLowerCase()}:overview`) >= noOverviewShare;
}

function writePlan(
  writer: DraftWriter,
  engine: AnswerEngine,
  plan: AnswerPlan,
  { category, intent }: ParsedPrompt,
): void {
  const layout = phrases.layouts[engine];
  const headings = phrases.headings[intent];
  if (layout.title !== undefined) writer.add('heading', layout.title);
  writer.add('paragraph', ...writer.cite(plan.intro));
  if (layout.headingsByIntent && plan.items.length > 0) writer.add('heading', headings.items);
  writeItems(writer, engine, plan);
  const closing = layout.hasClosing ? writer.cite(plan.closing) : [];
  if (closing.length > 0) {
    const heading = layout.headingsByIntent ? headings.closing : layout.closingHeading;
    if (heading !== undefined) writer.add('heading', heading);
    writer.add(
      'paragraph',
      ...(layout.closingPrefix === undefined ? [] : [layout.closingPrefix]),
      ...closing,
    );
  }
  if (layout.offer !== undefined) {
    writer.add('paragraph', fillTemplate(layout.offer, { category: category.name }));
  }
}

/** Writes the items in the engine's style: as sections, as a list, or as text (one paragraph if ranked, otherwise bullets). */
function writeItems(writer: DraftWriter, engine: AnswerEngine, { isOrdered, items }: AnswerPlan): void {
  const { items: style, nameSuffix, separator } = phrases.layouts[engine];
  const lines = items.map(({ brand, statements }): (Span | string)[] => {
    const spans = writer.cite(statements);
    return brand && style !== 'sections'
      ? [{ text: `${brand.name}${nameSuffix}`, isBold: true }, separator, ...spans]
      : spans;
  });
  if (style === 'text' && (isOrdered || items.some(({ brand }) => brand === undefined))) {
    writer.add('paragraph', ...lines.flatMap((line, index) => (index === 0 ? line : [' ', ...line])));
    return;
  }
  for (const [index, line] of lines.entries()) {
    const brand = style === 'sections' ? items[index]?.brand : undefined;
    if (brand) writer.add('heading', brand.name);
    writer.add(brand ? 'paragraph' : style === 'list' && isOrdered ? 'numbered' : 'bullet', ...line);
  }
}

/** Renders the answer's HTML page if the request asks for it. */
export function renderPages({ draft, engine, request }: SandboxAnswer): { html?: string[] } {
  return request.include.html ? { html: [renderPage(draft, request.prompt, engineSpecs[engine].name)] } : {};
}
