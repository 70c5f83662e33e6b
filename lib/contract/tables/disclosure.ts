import { formatCountry } from '#lib/contract/country-names';
import type { Disclosure } from '#lib/contract/disclosure';
import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { engineColumn } from '#lib/contract/tables/shared-columns';
import { formatLanguage } from '#lib/core/language-names';
import { defineMessages } from '#lib/core/messages';

type PromptType = Disclosure['promptTypes'][number];
type Prompt = NonNullable<Disclosure['prompts']>[number];
type Engine = Disclosure['engines'][number];
type Place = Disclosure['places'][number];

const messages = defineMessages({
  part: '{name} ({answers, plural, one {# answer} other {# answers}})',
  access:
    '{kind, select, api {{named, select, yes {API of {provider}} other {API}}} page {public page{named, select, yes {, read by {provider}} other {}}} service {{named, select, yes {{provider}} other {another service}}} sandbox {sandbox, fictional} other {{named, select, yes {{provider}, } other {}}access unknown}}',
});

/** Lists parts of an engine’s answers, with their numbers unless one has them all. */
function listParts(engine: Engine, parts: readonly { name: string; answers: number }[]): string[] {
  return parts.map(({ name, answers }) =>
    answers === engine.answered ? name : messages.part({ name, answers }),
  );
}

const listAccess = (engine: Engine) =>
  listParts(
    engine,
    engine.access.map(({ provider, kind, answers }) => ({
      name: messages.access({
        kind: kind ?? 'other',
        named: provider === null ? 'other' : 'yes',
        provider: provider ?? '',
      }),
      answers,
    })),
  );

const formatPromptLanguage = (language: string | null) =>
  language === null ? 'unknown' : formatLanguage(language);

export const disclosurePromptTypesTable = defineTable({
  name: 'disclosure-prompt-types',
  title: 'Prompts by topic',
  description: 'The prompts that were asked in the period, by topic.',
  row: rowType<PromptType>(),
  columns: [
    {
      key: 'topic',
      label: 'Topic',
      value: ({ topic }) => (topic === null ? 'All topics' : topic === '' ? 'No topic' : topic),
    },
    { key: 'prompts', label: 'Prompts', type: 'count', value: ({ prompts }) => prompts },
    {
      key: 'branded',
      label: 'Name a tracked brand',
      type: 'count',
      value: ({ branded }) => branded,
    },
    {
      key: 'brandedShare',
      label: 'Share',
      fileLabel: 'Share that names a tracked brand',
      type: 'percent',
      value: ({ prompts, branded }) => (prompts > 0 ? branded / prompts : null),
    },
    { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
  ],
});

export const disclosurePromptsTable = defineTable({
  name: 'disclosure-prompts',
  title: 'Wording of the prompts',
  description: 'Every prompt that was asked in the period, as it was sent.',
  row: rowType<Prompt>(),
  columns: [
    { key: 'prompt', label: 'Prompt', isLong: true, value: ({ text }) => text },
    { key: 'topic', label: 'Topic', value: ({ topic }) => topic },
    { key: 'language', label: 'Language', value: ({ language }) => formatPromptLanguage(language) },
    {
      key: 'isBranded',
      label: 'Names a tracked brand',
      type: 'boolean',
      value: ({ isBranded }) => isBranded,
    },
    { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
  ],
});

export const disclosureEnginesTable = defineTable({
  name: 'disclosure-engines',
  title: 'Engines',
  description: 'The engines that were asked, how, and what their providers did not report.',
  row: rowType<Engine>(),
  columns: [
    engineColumn,
    { key: 'access', label: 'Access', type: 'list', value: listAccess },
    {
      key: 'models',
      label: 'Models',
      description: 'As the provider reports them',
      type: 'list',
      value: (engine) =>
        engine.models.length === 0
          ? ['not reported']
          : listParts(
              engine,
              engine.models.map(({ model, answers }) => ({ name: model, answers })),
            ),
    },
    {
      key: 'missing',
      label: 'Not reported',
      description: 'Values that are unknown for some or all answers',
      type: 'list',
      value: (engine) =>
        engine.missing.length === 0
          ? ['–']
          : listParts(
              engine,
              engine.missing.map(({ value, answers }) => ({ name: value, answers })),
            ),
    },
    {
      key: 'planned',
      label: 'Planned',
      type: 'count',
      surfaces: ['file'],
      value: ({ planned }) => planned,
    },
    { key: 'answered', label: 'Answers', type: 'count', value: ({ answered }) => answered },
    { key: 'noAnswer', label: 'No answer', type: 'count', value: ({ noAnswer }) => noAnswer },
    { key: 'failed', label: 'Failed', type: 'count', value: ({ failed }) => failed },
    {
      key: 'unreadable',
      label: 'Unreadable',
      type: 'count',
      surfaces: ['file'],
      value: ({ unreadable }) => unreadable,
    },
    {
      key: 'notSent',
      label: 'Not sent',
      type: 'count',
      surfaces: ['file'],
      value: ({ notSent }) => notSent,
    },
    { key: 'open', label: 'Waiting', type: 'count', surfaces: ['file'], value: ({ open }) => open },
  ],
});

export const disclosurePlacesTable = defineTable({
  name: 'disclosure-places',
  title: 'Countries and languages',
  description: 'Where the prompts were asked, and in which language.',
  row: rowType<Place>(),
  columns: [
    { key: 'country', label: 'Country', value: ({ country }) => formatCountry(country) },
    { key: 'code', label: 'Code', surfaces: ['file'], value: ({ country }) => country },
    { key: 'language', label: 'Language', value: ({ language }) => formatPromptLanguage(language) },
    { key: 'prompts', label: 'Prompts', type: 'count', value: ({ prompts }) => prompts },
    { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
  ],
});

export const disclosureFiguresTable = defineTable({
  name: 'disclosure-figures',
  title: 'Answers and failures',
  description: 'What was planned and what was received, in both periods.',
  row: rowType<Disclosure['figures'][number]>(),
  columns: [
    { key: 'figure', label: 'Figure', value: ({ label }) => label },
    { key: 'value', label: 'Period', type: 'number', value: ({ value }) => value },
    { key: 'previous', label: 'Comparison period', type: 'number', value: ({ previous }) => previous },
    {
      key: 'description',
      label: 'Meaning',
      isLong: true,
      value: ({ description }) => description,
    },
  ],
});

export const disclosureChangesTable = defineTable({
  name: 'disclosure-changes',
  title: 'What changed in the panel',
  description: 'Changes of prompts, engines, countries, models and brands from the first compared day on.',
  row: rowType<Disclosure['changes'][number]>(),
  columns: [
    { key: 'day', label: 'Day', type: 'day', value: ({ day }) => day },
    { key: 'change', label: 'Change', isLong: true, value: ({ change }) => change },
  ],
});

export const disclosureMethodsTable = defineTable({
  name: 'disclosure-methods',
  title: 'Methods',
  description: 'How each metric is computed.',
  row: rowType<Disclosure['methods'][number]>(),
  columns: [
    { key: 'metric', label: 'Metric', value: ({ metric }) => metric },
    { key: 'method', label: 'Method', isLong: true, value: ({ description }) => description },
  ],
});
