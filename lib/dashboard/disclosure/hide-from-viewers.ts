import type { Disclosure } from '#lib/contract/disclosure';

type Access = Disclosure['engines'][number]['access'];

/** What a report shows to its viewers besides counts. */
interface ShownToViewers {
  /** True if it lists its prompts. */
  prompts: boolean;
  /** True if viewers can also export them with their topics. */
  topics: boolean;
}

/** What viewers read about a change of the brands before the period, which no chart shows. */
const earlierBrandChange = 'The tracked brands, or the names and domains that identify them, changed';

/**
 * Leaves out what viewers of a report must not learn from its disclosure, because the report does not show it: the names of
 * the organization and of providers, the wording and the topics of prompts, and the brands of changes before the period.
 * Counts stay.
 */
export function hideFromViewers(disclosure: Disclosure, shows: ShownToViewers): Disclosure {
  const { payment, promptTypes, prompts, engines, changes, period } = disclosure;
  return {
    ...disclosure,
    payment: { ...payment, organization: null },
    promptTypes: shows.topics ? promptTypes : sumTypes(promptTypes),
    prompts:
      shows.prompts && prompts
        ? prompts.map((prompt) => (shows.topics ? prompt : { ...prompt, topic: '' }))
        : null,
    engines: engines.map((engine) => ({ ...engine, access: hideProviders(engine.access) })),
    changes: changes.map((change) =>
      change.kind === 'brands' && change.day !== null && change.day < period.from
        ? { ...change, change: earlierBrandChange }
        : change,
    ),
  };
}

function sumTypes(types: Disclosure['promptTypes']): Disclosure['promptTypes'] {
  const sum = (count: 'prompts' | 'branded' | 'answers') =>
    types.reduce((total, type) => total + type[count], 0);
  return types.length === 0
    ? []
    : [{ topic: null, prompts: sum('prompts'), branded: sum('branded'), answers: sum('answers') }];
}

function hideProviders(access: Access): Access {
  return [...Map.groupBy(access, ({ kind }) => kind)].map(([kind, group]) => ({
    provider: null,
    kind,
    answers: group.reduce((sum, { answers }) => sum + answers, 0),
  }));
}
