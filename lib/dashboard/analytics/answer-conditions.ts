import { type AnswerConditions, answerStatuses } from '#lib/core/answer-conditions';
import { type SearchParameters, valuesOf } from '#lib/dashboard/analytics/filters';
import { isId } from '#lib/dashboard/projects/is-id';

/** No condition but that there is an answer. */
export const anyAnswer: AnswerConditions = { status: 'answered' };

const brandKeys = ['named', 'unnamed', 'first', 'gap', 'owned'] as const;
const idKeys = [...brandKeys, 'run'] as const;
const textKeys = ['cites', 'lists', 'fanout', 'words'] as const;
const longestTextUnits = 300;
/** Positions are counted apart up to the ninth; the tenth is "tenth or later". */
const lastPlace = 10;

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
    if (text) conditions[key] = text;
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
