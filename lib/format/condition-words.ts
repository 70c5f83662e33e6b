import type { AnswerConditions } from '#lib/core/answer-conditions';
import { listNames } from '#lib/format/names';

/** One condition in force, in words, with what it takes to drop it. */
export interface ConditionInForce {
  /** Its parameter in the address. */
  key: Exclude<keyof AnswerConditions, 'status'>;
  /** As it follows "answers": "naming Fjordwing". */
  words: string;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** The conditions on answers in words, in the order in which a sentence takes them. */
export function conditionWords(
  conditions: Partial<AnswerConditions>,
  nameOf: (brandId: string) => string,
): ConditionInForce[] {
  const { named, unnamed, first, rank, gap, owned, cites, lists, fanout, words, unbranded, run } = conditions;
  const all: [ConditionInForce['key'], string | false | undefined][] = [
    ['named', named && `naming ${nameOf(named)}`],
    ['unnamed', unnamed && `not naming ${nameOf(unnamed)}`],
    ['first', first && `naming ${nameOf(first)} first`],
    ['rank', rank && `naming ${nameOf(rank.brandId)} ${ordinals[rank.place - 1] ?? 'tenth or later'}`],
    ['gap', gap && `naming another brand but not ${nameOf(gap)}`],
    ['owned', owned && `citing a page of ${nameOf(owned)}`],
    ['cites', cites && `citing ${cites}`],
    ['lists', lists && `listing ${lists}`],
    ['fanout', fanout && `searching for “${fanout}”`],
    ['words', words && `containing “${words}”`],
    ['unbranded', unbranded && 'to prompts that name no brand'],
    ['run', run && 'from one run'],
  ];
  return all.flatMap(([key, text]) => (text ? [{ key, words: text }] : []));
}

/** Those that say where answers come from: they follow "answers" at once. */
const origins: readonly ConditionInForce['key'][] = ['unbranded', 'run'];

/**
 * What the list holds: "412 answers naming Fjordwing and citing news.example", "96 answers to prompts that name no
 * brand, naming Fjordwing".
 */
export function answersSentence(count: string, conditions: readonly ConditionInForce[]): string {
  const told = (ofOrigin: boolean) =>
    listNames(conditions.flatMap(({ key, words }) => (origins.includes(key) === ofOrigin ? [words] : [])));
  return [[count, told(true)].filter(Boolean).join(' '), told(false)]
    .filter(Boolean)
    .join(told(true) ? ', ' : ' ');
}
