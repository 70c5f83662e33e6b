import { formatCountryInSentence } from '#lib/contract/country-names';
import type { Disclosure } from '#lib/contract/disclosure';
import { formatEngineList } from '#lib/contract/engine-labels';
import { formatPeriod } from '#lib/core/dates';
import { formatList, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatInterval, formatPercent, formatPointTenths } from '#lib/core/numbers';
import { describeRepeat } from '#lib/format/describe-repeat';
import { apiDifference } from '#lib/format/metric-descriptions';

/** Stands in for the name of the organization where viewers must not learn it. */
const unnamedOrganization = 'the organization that made this report';

const messages = defineMessages({
  summary:
    '{prompts, plural, one {# prompt was} other {# prompts were}} asked on {engines} in {countries, plural, =1 {{countryNames}} =2 {{countryNames}} =3 {{countryNames}} other {# countries}}. {answered, number} of {planned, plural, one {# planned answer} other {# planned answers}} {answered, plural, one {was} other {were}} received ({share}).',
  nothingAsked: 'Nothing was asked with the filters of this report in its period.',
  prompts:
    '{prompts, plural, one {# prompt} other {# prompts}}{topics, plural, =0 {} one { in # topic} other { in # topics}}. {branded, plural, =0 {None names a tracked brand.} one {# of them ({share}) names a tracked brand; share of voice leaves it out by default.} other {# of them ({share}) name a tracked brand; share of voice leaves them out by default.}}',
  chosenBy: 'The prompts, engines, countries and brands were chosen by {organization}.',
  period:
    '{period}{compared, select, none {, without a comparison} other {, compared with {previous}}}. Days are those of the time zone {zone}.',
  runs: 'There {runs, plural, one {was # run} other {were # runs}}, with answers on {days, plural, one {# day} other {# days}}.{samples, plural, =0 {} one { Each run asked every prompt once per engine and country.} other { Each run asked every prompt # times per engine and country.}}',
  mixedRuns:
    'There {runs, plural, one {was # run} other {were # runs}}, with answers on {days, plural, one {# day} other {# days}}. A run asked every prompt {min, number} to {max, number} times per engine and country.',
  precision:
    '{metric} of {brand} is {value}, ±{margin}: {numerator, number} of {answers, plural, one {# answer} other {# answers}}, with a 95% confidence interval of {interval}%.',
  noValue: 'There are no answers from which {metric} could be computed.',
  noChanges:
    'No prompts, engines, countries or tracked brands were added or removed, and no engine’s model changed.',
  ownKeys:
    '{engines} {count, plural, one {is} other {are}} asked with provider keys of {organization}, which pays the {count, plural, one {provider} other {providers}}.',
  instanceKeys:
    '{engines} {count, plural, one {is} other {are}} asked with provider keys of the operator of Answerscope; {organization} pays with credits.',
  unknownKeys:
    'The answers of {engines} were requested by {organization} with Answerscope credits. Whose provider keys were used is not known here.',
  sandboxKeys: 'Nobody was paid for the fictional answers of the sandbox.',
  allFictional:
    '{answers, plural, one {The only answer is} other {All # answers are}} fictional: {answers, plural, one {it comes} other {they come}} from the sandbox, whose brands and sources don’t exist. They say nothing about real brands.',
  someFictional:
    '{fictional, number} of {answers, plural, one {# answer} other {# answers}} {fictional, plural, one {is} other {are}} fictional: {fictional, plural, one {it comes} other {they come}} from the sandbox, whose brands and sources don’t exist.',
});

/** What a report says if it was frozen before disclosures were stored. */
export const noDisclosure =
  'This report was frozen by an earlier version of Answerscope, which did not store how its numbers came about. Unfreeze it, or duplicate it, to see this page.';

/** Says that nobody can buy a place in the numbers. */
const nobodyPaid =
  'No brand paid to appear here, and none can pay to change a number. Whether a brand paid an engine is not known.';

/** Explains values that providers do not report. */
export const missingValuesNote =
  'What a provider does not report is unknown. It is left out of the metrics that need it, and never counts as zero. Without structure, brands rank in the order of the text.';

/** Summarizes what was asked and received: "30 prompts were asked on ChatGPT and Gemini in Germany. …" */
export function summarizeDisclosure({ promptTypes, engines, places, outcomes }: Disclosure): string {
  if (outcomes.planned === 0) return messages.nothingAsked();
  const countries = [...new Set(places.map(({ country }) => country))];
  return messages.summary({
    prompts: sumPrompts(promptTypes).prompts,
    engines: formatEngineList(engines.map(({ engine }) => engine)),
    countries: countries.length,
    countryNames: formatList(countries.map(formatCountryInSentence)),
    answered: outcomes.answered,
    planned: outcomes.planned,
    share: formatPercent(outcomes.answered / outcomes.planned),
  });
}

function sumPrompts(types: Disclosure['promptTypes']) {
  return {
    prompts: types.reduce((sum, { prompts }) => sum + prompts, 0),
    branded: types.reduce((sum, { branded }) => sum + branded, 0),
  };
}

/** Describes the prompts, and who chose them. */
export function describePrompts({ promptTypes, topics, payment }: Disclosure): string {
  const { prompts, branded } = sumPrompts(promptTypes);
  const share = formatPercent(prompts === 0 ? null : branded / prompts);
  return joinSentences([
    messages.prompts({ prompts, branded, topics, share }),
    messages.chosenBy({ organization: payment.organization ?? unnamedOrganization }),
  ]);
}

/** Describes the periods, the time zone and the runs. */
export function describeRuns(disclosure: Disclosure): string {
  const { period, comparedWith, timeZone, runs, samples, answerDays: days } = disclosure;
  return joinSentences([
    messages.period({
      period: formatPeriod(period),
      compared: comparedWith ? 'other' : 'none',
      previous: comparedWith ? formatPeriod(comparedWith) : '',
      zone: timeZone,
    }),
    samples && samples.min !== samples.max
      ? messages.mixedRuns({ runs, days, ...samples })
      : messages.runs({ runs, days, samples: samples?.max ?? 0 }),
  ]);
}

/** Describes how exact the headline is. */
export function describePrecision({ brand, headline }: Disclosure): string {
  const { metric, numerator, answers, value, low, high, repeat } = headline;
  if (value === null || low === null || high === null) return messages.noValue({ metric });
  return joinSentences([
    messages.precision({
      metric,
      brand,
      value: formatPercent(value),
      margin: formatMargin((high - low) / 2),
      numerator,
      answers,
      interval: formatInterval({ low, high }),
    }),
    repeat ? describeRepeat('the headline', repeat) : null,
  ]);
}

/** Formats a difference without its sign: "3.2 points". */
const formatMargin = (difference: number) => formatPointTenths(difference).replace('+', '');

/** Says that the panel did not change; null if it did. */
export function describeUnchanged({ changes }: Disclosure): string | null {
  return changes.length === 0 ? messages.noChanges() : null;
}

/** Describes what limits answers of APIs; null without any. */
export function describeApiAnswers({ engines }: Disclosure): string | null {
  return engines.some(({ access }) => access.some(({ kind }) => kind === 'api')) ? apiDifference : null;
}

/** Describes who paid for the answers, and that no brand did. */
export function describePayment({ engines, payment, fictional }: Disclosure): string {
  const { ownKeys, instanceKeys } = payment;
  const organization = payment.organization ?? unnamedOrganization;
  const real = engines.filter(({ access }) => access.some(({ kind }) => kind !== 'sandbox'));
  const isReal = (key: string) => real.some(({ engine }) => engine === key);
  const unknown = real
    .map(({ engine }) => engine)
    .filter((engine) => !ownKeys.includes(engine) && !instanceKeys.includes(engine));
  const describeKeys = (format: typeof messages.ownKeys, keys: readonly string[]) =>
    keys.length > 0 ? format({ engines: formatEngineList(keys), count: keys.length, organization }) : null;
  return joinSentences([
    describeKeys(messages.ownKeys, ownKeys.filter(isReal)),
    describeKeys(messages.instanceKeys, instanceKeys.filter(isReal)),
    unknown.length > 0 ? messages.unknownKeys({ engines: formatEngineList(unknown), organization }) : null,
    fictional > 0 ? messages.sandboxKeys() : null,
    nobodyPaid,
  ]);
}

/** Says how many answers are fictional; null if none are. */
export function describeFictionalAnswers({ fictional, outcomes }: Disclosure): string | null {
  const answers = outcomes.answered;
  if (fictional === 0) return null;
  return fictional === answers
    ? messages.allFictional({ answers })
    : messages.someFictional({ fictional, answers });
}
