import { type SearchParameters, valuesOf } from '#lib/dashboard/metrics/filters';
import { isId } from '#lib/dashboard/projects/is-id';

/** What became of an observation (metrics.md, "Observation"); a failed one left no answer, only its cell. */
export const answerStatuses = ['answered', 'no-answer', 'failed', 'unreadable'] as const;
export type AnswerStatus = (typeof answerStatuses)[number];

/** What narrows a list of answers beyond the filters. All that are there must hold. */
export interface AnswerConditions {
  status: AnswerStatus;
  /** Brands, by id: mentioned, not mentioned, ranking first. */
  named?: string;
  unnamed?: string;
  first?: string;
  /** The place a brand takes; 10 stands for tenth or later. */
  rank?: { brandId: string; place: number };
  /** A brand that is not mentioned where another tracked one is. */
  gap?: string;
  /** A brand that owns an address the text cites. */
  owned?: string;
  /** A registrable domain the text cites, and one the answer lists or cites. */
  cites?: string;
  lists?: string;
  /** One of the engine's own searches, normalised. */
  fanout?: string;
  /** Words that stand in the text, whatever their case. */
  words?: string;
  /** Only prompts that name no tracked brand, as share of voice counts. */
  unbranded?: boolean;
  /** The run it came of. */
  run?: string;
}

/** No condition but that there is an answer. */
export const anyAnswer: AnswerConditions = { status: 'answered' };

const brandKeys = ['named', 'unnamed', 'first', 'gap', 'owned'] as const;
const idKeys = [...brandKeys, 'run'] as const;
const textKeys = ['cites', 'lists', 'fanout', 'words'] as const;
const longestTextUnits = 300;
/** Positions are counted apart up to the ninth; the tenth is "tenth or later". */
export const lastPlace = 10;

/** Reads conditions from an address; what cannot be read is left out, so that an old link still opens. */
export function parseAnswerConditions(source: SearchParameters): AnswerConditions {
  const status = valuesOf(source, 'status')[0];
  const conditions: AnswerConditions = {
    status: answerStatuses.find((known) => known === status) ?? 'answered',
  };
  for (const key of idKeys) {
    const id = valuesOf(source, key).find(isId);
    if (id) conditions[key] = id;
  }
  for (const key of textKeys) {
    const text = valuesOf(source, key)[0]?.trim().slice(0, longestTextUnits);
    if (text && !text.includes('\0')) conditions[key] = text;
  }
  const rank = parseRank(valuesOf(source, 'rank')[0]);
  if (rank) conditions.rank = rank;
  if (valuesOf(source, 'unbranded')[0] === '1') conditions.unbranded = true;
  return conditions;
}

function parseRank(text = ''): AnswerConditions['rank'] | null {
  const [brandId = '', place = ''] = text.split(':');
  if (!isId(brandId) || !/^\d{1,2}$/.test(place)) return null;
  const number = Number(place);
  return number >= 1 && number <= lastPlace ? { brandId, place: number } : null;
}
