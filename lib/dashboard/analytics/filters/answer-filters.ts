import { type AnswerFilters, answerStatuses } from '#lib/core/answer-filters';
import { isUuid } from '#lib/core/text';
import { getParameterValues, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';

/** All answers. */
export const anyAnswer: AnswerFilters = { status: 'answered' };

const brandKeys = ['named', 'unnamed', 'first', 'gap', 'owned'] as const;
const idKeys = [...brandKeys, 'run'] as const;
const textKeys = ['cites', 'lists', 'fanout', 'words'] as const;
const maxTextUnits = 300;
/** Rank 10 means 10 or lower. */
const maxRank = 10;

/** Parses answer filters from a URL. Invalid values are ignored, so that an old link still opens. */
export function parseAnswerFilters(source: SearchParameters): AnswerFilters {
  const status = getParameterValues(source, 'status')[0];
  const conditions: AnswerFilters = {
    status: answerStatuses.find((known) => known === status) ?? 'answered',
  };
  for (const key of idKeys) {
    const id = getParameterValues(source, key).find(isUuid);
    if (id) conditions[key] = id;
  }
  for (const key of textKeys) {
    const text = getParameterValues(source, key)[0]?.trim().slice(0, maxTextUnits);
    if (text) conditions[key] = text;
  }
  const rank = parseRank(getParameterValues(source, 'rank')[0]);
  if (rank) conditions.rank = rank;
  if (getParameterValues(source, 'unbranded')[0] === '1') conditions.unbranded = true;
  return conditions;
}

function parseRank(text = ''): AnswerFilters['rank'] | null {
  const [brandId = '', place = ''] = text.split(':');
  if (!isUuid(brandId) || !/^\d{1,2}$/.test(place)) return null;
  const number = Number(place);
  return number >= 1 && number <= maxRank ? { brandId, rank: number } : null;
}
