import type { Change, Verdict, VerdictReason } from '#lib/core/metric';

type StoredObject = Record<string, unknown>;

/** The verdicts of earlier versions, which had none for a direction. */
const formerVerdicts = ['moved', 'within noise', 'not enough data', 'model changed'] as const;
type FormerVerdict = (typeof formerVerdicts)[number];

const reasons: Partial<Record<FormerVerdict, VerdictReason>> = {
  'not enough data': 'few answers',
  'model changed': 'models changed',
};

/** The leads of earlier versions, by which prompts were compared head to head. */
const leads: Readonly<Record<string, string>> = { 'within noise': 'tied', 'not enough data': 'too early' };

/**
 * Converts the verdicts of an object in a report that an earlier version froze, whose words were `moved`, `within noise`,
 * `not enough data` and `model changed`: a change, a comparison of brands, or a row of a table.
 */
export function restoreVerdicts(object: StoredObject): StoredObject {
  if (isFormerVerdict(object.verdict) && 'previousAnswers' in object) return restoreChange(object);
  const restored = { ...object };
  for (const [key, value] of Object.entries(object)) {
    if ((key === 'lead' || key === 'verdict') && typeof value === 'string')
      restored[key] = leads[value] ?? value;
    if (key.endsWith('_verdict') && isFormerVerdict(value)) {
      restored[key] = restoreVerdict(value, object[key.slice(0, -'_verdict'.length)]);
    }
  }
  return restored;
}

function isFormerVerdict(value: unknown): value is FormerVerdict {
  return formerVerdicts.some((verdict) => verdict === value);
}

function restoreVerdict(former: FormerVerdict, difference: unknown): Verdict {
  switch (former) {
    case 'moved':
      return typeof difference === 'number' && difference < 0 ? 'down' : 'up';
    case 'within noise':
      return 'no clear change';
    case 'not enough data':
      return 'too early';
    case 'model changed':
      return 'not comparable';
  }
}

/** Adds what earlier versions did not store: their intervals were 95%, adjusted for all changes of the page. */
function restoreChange({ level: _, ...change }: StoredObject): StoredObject {
  const { verdict: former, difference, previousAnswers } = change;
  if (!isFormerVerdict(former)) return change;
  const added: Pick<Change, 'verdict' | 'reason' | 'confidence' | 'judgedWith' | 'rows' | 'prompts'> = {
    verdict: restoreVerdict(former, difference),
    reason: reasons[former] ?? null,
    confidence: 0.95,
    judgedWith: null,
    rows: 1,
    prompts: 0,
  };
  if (former === 'not enough data' && previousAnswers === 0) {
    added.verdict = 'not comparable';
    added.reason = 'no common segments';
  }
  return { ...change, ...added };
}
