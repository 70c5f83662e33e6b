import { type EngineLabels, formatEngineList, formatProvider } from '#lib/contract/engine-labels';
import { type EngineAccess, type EngineProvider, getEngineName } from '#lib/contract/engines';
import { formatDate } from '#lib/core/dates';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { Grade, SentimentMetric } from '#lib/core/metric';
import {
  isLanguageOff,
  type LanguageAccuracy,
  retiredClassifier,
  sentimentNeedsModel,
} from '#lib/core/sentiment';
import type { FictionalAnswers } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { describeAccuracy } from '#lib/format/sentiment-accuracy';

/** A metric with its definition, for the info popovers. */
export interface MetricDescription {
  metric: string;
  description: string;
}

/** Which answers citation metrics count. */
const onlyReported = 'Answers whose provider reports no citations don’t count.';

/** Describes a brand's metrics. */
export function describeBrandMetrics(brand: string) {
  return {
    visibility: `Answers that mention ${brand} ÷ answers.`,
    place: `The places in visibility that are possible: after the brands that are clearly ahead of ${brand}, and before those that are clearly behind it. Brands whose order is not clear share places.`,
    shareOfVoice: `Answers that mention ${brand} ÷ the sum, over all tracked brands, of the answers that mention each brand. Branded prompts, which name a tracked brand, are excluded by default.`,
    position: `Average place of ${brand} in the answers that mention it; 1 is best. It is the place that a reader sees: a stated winner first, then the answer’s main ranking, in which names that are not tracked count too, or the order of first mentions if there is none. Answers that advise against it don’t count.`,
    trackedPosition: `Average rank of ${brand} among tracked brands: the same order, in which names that are not tracked take no places.`,
    citationRate: `Answers that cite at least one URL owned by ${brand} ÷ answers. ${onlyReported}`,
    citationShare: `Citations of URLs owned by ${brand} ÷ all citations. ${onlyReported}`,
    sentiment: (
      sentiment: Pick<SentimentMetric, 'classifier'>,
      languages: readonly LanguageAccuracy[] = [],
    ) =>
      joinSentences([
        `100 × (positive − negative) ÷ all sentences that mention ${brand}, from −100 to +100.`,
        describeClassifier(sentiment),
        ...languages.map(describeAccuracy),
      ]),
    triggered: 'Times the engine showed an answer ÷ times it responded. Failed run items are excluded.',
  };
}

function describeClassifier({ classifier }: Pick<SentimentMetric, 'classifier'>): string {
  if (classifier === null) return sentimentNeedsModel;
  if (classifier === retiredClassifier) {
    return `Classified with an English word list (${classifier}) that is wrong in about half of all sentences and is no longer used.`;
  }
  return `Classified by ${classifier}. Its precision doesn’t include the errors of the classifier.`;
}

/** Says why there is no sentiment although answers mention the brand. */
export function explainMissingSentiment(
  { classifier }: Pick<SentimentMetric, 'classifier'>,
  languages: readonly LanguageAccuracy[] = [],
): string {
  if (classifier === null) return sentimentNeedsModel;
  const off = languages.filter(isLanguageOff);
  return off.length > 0 ? joinSentences(off.map(describeAccuracy)) : 'No classified mentions.';
}

/** Describes the metrics of the competitor tables. */
export function describeCompetitorMetrics(brand: string) {
  return {
    share: 'The prompt’s answers that mention the brand ÷ its answers.',
    lead: 'Ahead or behind if the difference in the same answers is clear: its 99% interval excludes 0. Otherwise the brands are tied. Prompts with fewer than 20 answers aren’t compared yet.',
    mentionGap: `None of an engine’s answers to the prompt mentions ${brand}, and at least one mentions another tracked brand.`,
    citationGap: `None of an engine’s answers to the prompt cites a URL owned by ${brand}, and at least one cites a URL owned by another tracked brand.`,
    byMentions:
      'Mentions of the brand ÷ mentions of all tracked brands. Repeated mentions in an answer all count.',
    firstPlace: 'Answers where the brand ranks first ÷ answers that mention it.',
    position: 'Answers where the brand has this rank among the brands mentioned ÷ answers that mention it.',
  };
}

/** Describes the metrics of search queries (fan-out). */
export function describeFanOutMetrics(brand: string) {
  return {
    answers:
      'Answers for which the engine issued the query. Queries are grouped by text, ignoring case and spacing.',
    mentioned: `Answers with the query that mention ${brand} ÷ answers with the query.`,
    reported:
      'The engine’s answers whose provider reported search queries, if only that there were none. For the others, they are unknown.',
    coverage:
      'The engine’s answers with at least one search query ÷ its answers whose provider reported search queries.',
  };
}

/** Describes the metrics of experiments. */
export const experimentMetricDescriptions = {
  effect:
    'How much more the affected prompts changed than the prompts they are compared with, over the same days (difference in differences), with its 95% interval. Prompts selected manually are compared only with the prompts most similar to them before the change, and the difference is adjusted for where each prompt started. Whole topics are compared with other topics.',
};

/** Describes the metrics of all sources together. */
export const sourceMetricDescriptions = {
  typeShare: 'Citations of domains of this type ÷ all citations.',
  stability:
    '100 × (1 − the average Bray–Curtis distance, a measure of difference, between the citation shares of a day and of the previous day with citations).',
};

/** Describes the metrics of a domain. */
export function describeDomainMetrics(domain: string) {
  return {
    citationShare: `Citations of pages of ${domain} ÷ all citations.`,
    cited: `Answers whose text points to a page of ${domain} ÷ answers. ${onlyReported}`,
    listed: `Answers that list or cite a page of ${domain} ÷ answers.`,
    citedWhenListed: `Answers that cite ${domain} ÷ answers that list or cite it. ${onlyReported}`,
    gapAnswers: (brand: string) => `Answers that cite ${domain} and mention a competitor but not ${brand}.`,
    gap: (brand: string) =>
      `Answers that cite ${domain} and mention a competitor but not ${brand} ÷ answers that cite ${domain}.`,
    mentioned: (brand: string) =>
      `Answers that cite ${domain} and mention ${brand} ÷ answers that cite ${domain}.`,
  };
}

/** The properties of a set of answers that limit what its metrics can show. */
export interface AnswerSetProperties {
  engines: readonly { engine: string; access: EngineAccess[keyof EngineAccess] }[];
  countryCount: number;
  isFictional: boolean;
  grade: Grade;
}

/** The limitation of answers that come from an API. */
export const apiDifference =
  'An API can answer differently than the app that people use, even with the same model.';

const messages = defineMessages({
  access:
    'Current access: {access, select, api {API with web search} other {public page, without signing in}}',
  provider:
    '{access, select, api {{provider}, through its API with web search} page {{provider}, which reads the public page without signing in} service {{provider}, which queries the engine for this one} sandbox {Sandbox, which doesn’t know real brands} none {No provider yet: it needs a provider key} other {}}',
  fictionalBefore:
    '{answers, plural, one {# answer} other {# answers}} in the comparison period {answers, plural, one {is} other {are}} fictional, so the changes shown here aren’t reliable.',
  stillFictional:
    '{answers, plural, one {The only answer} other {{share, select, all {All {fictional, number}} other {{fictional, number} of {answers, number}}} answers}} in this period {fictional, plural, one {is} other {are}} fictional: the sandbox still serves {engines}.',
  fictional:
    '{answers, plural, one {The only answer} other {{share, select, all {All {fictional, number}} other {{fictional, number} of {answers, number}}} answers}} in this period {fictional, plural, one {is} other {are}} fictional: {fictional, plural, one {it} other {they}} came from the sandbox.',
  laterPeriods: 'Periods that start after {day} don’t include {fictional, plural, one {it} other {them}}.',
});

/** Describes the provider that serves an engine: "OpenAI gpt-5.2, through its API with web search". */
export function describeEngineProvider({ access, title, model }: Omit<EngineProvider, 'engine'>): string {
  const provider = formatProvider(title ?? '', model);
  return messages.provider({ access, provider });
}

/** Describes how an engine is queried now, which may differ from how its older answers were produced. */
export function describeAccess(access: NonNullable<EngineAccess[keyof EngineAccess]>): string {
  return messages.access({ access: access === 'api' ? access : 'other' });
}

/** Lists the limitations of metrics, as sentences. */
export function listLimitations({
  engines,
  countryCount,
  isFictional,
  grade,
}: AnswerSetProperties): string[] {
  if (isFictional) {
    return [
      'These answers come from the sandbox’s fictional market. They show how Answerscope works and say nothing about real brands.',
    ];
  }
  const limitations = [
    'The numbers are about the prompts, engines and countries listed here. Other prompts can give other results, so phrase yours the way your customers do.',
    'Answers to people who are signed in can differ, because engines use their history and settings.',
  ];
  if (engines.some(({ access }) => access === 'api')) {
    limitations.push(apiDifference);
  }
  if (engines.some(({ engine }) => engine === 'office') && countryCount > 1) {
    limitations.push(
      `${getEngineName('office')} can’t be queried from a specific country, so differences between its countries are random.`,
    );
  }
  if (grade === 'exploratory') {
    limitations.push(
      'There are too few answers to rely on: use these numbers only to decide what to measure.',
    );
  } else if (grade === 'directional') {
    limitations.push('There are enough answers to see large differences, not small ones.');
  }
  limitations.push('A clear change shows that something changed, not what caused it.');
  return limitations;
}

/** The answers of a page, a report or an email. */
export interface AnswerSet {
  answers: number;
  isFictional: boolean;
  /** Null or missing unless some, but not all, of the answers in both periods together are fictional. */
  fictional?: FictionalAnswers | null;
}

/**
 * Describes fictional answers among real ones: "42 of 84 answers in this period are fictional: they came from the sandbox.
 * Periods that start after 26 Nov 2026 don’t include them." The last sentence is left out if the period has newer real
 * answers. Null without `fictional`.
 */
export function describeFictional(
  { answers, fictional }: AnswerSet,
  engineLabels: EngineLabels,
): string | null {
  if (!fictional) return null;
  const { count, previousCount, lastDay, hasLaterAnswers } = fictional;
  if (count === 0) return messages.fictionalBefore({ answers: previousCount });
  const share = count === answers ? 'all' : 'other';
  const counts = { share, fictional: count, answers } as const;
  const engines = listFictionalEngines(fictional, engineLabels);
  if (engines.length > 0) return messages.stillFictional({ ...counts, engines: formatEngineList(engines) });
  const summary = messages.fictional(counts);
  if (hasLaterAnswers || lastDay === null) return summary;
  return joinSentences([summary, messages.laterPeriods({ day: formatDate(lastDay), fictional: count })]);
}

/** Lists the engines with fictional answers that the sandbox still serves: no real provider is known to serve them. */
export function listFictionalEngines({ engines }: FictionalAnswers, engineLabels: EngineLabels): string[] {
  return engines.filter((engine) => {
    const label = engineLabels[engine];
    return label?.isFictional && label.access === undefined;
  });
}
