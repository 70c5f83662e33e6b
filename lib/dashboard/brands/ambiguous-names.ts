import { and, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { countryCodes, usStates } from '#lib/contract/countries';
import { formatCountry } from '#lib/contract/country-names';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { listLanguagesOfWord } from '#lib/dashboard/scoring/common-words';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { prompts } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';
import data from './ambiguous-names.json' with { type: 'json' };

type PlaceKind = keyof typeof data.places;

/** A name that also means something else, and the rules that keep the other meaning from being counted. */
const ambiguousNameSchema = z.object({
  name: z.string(),
  meaning: z.enum(['place', 'common word']),
  excludedContext: z
    .array(z.string())
    .readonly()
    .describe('Words that mark the place in a sentence; empty for a common word.'),
  languages: z
    .array(z.string())
    .readonly()
    .describe('The languages in which it is a common word (ISO 639-1); empty for a place.'),
});
export type AmbiguousName = z.output<typeof ambiguousNameSchema>;

/** Words that mark a place, and hardly ever appear next to a brand. */
const placeWords: Record<PlaceKind, readonly string[]> = {
  country: ['government', 'president', 'embassy', 'population'],
  state: ['university', 'county', 'governor', 'province'],
  city: ['university', 'river', 'airport', 'mayor'],
  river: ['river', 'basin', 'valley', 'rainforest'],
};

/** A brand's name and at most 50 aliases. */
const maxNames = 51;

const commonEnglishWord = { meaning: 'common word' as const, excludedContext: [], languages: ['en'] };

let meanings: Promise<ReadonlyMap<string, Omit<AmbiguousName, 'name'>>> | undefined;

/** @throws ServiceError VALIDATION_ERROR */
export const findAmbiguousNames = defineOperation({
  name: 'brands.find-ambiguous-names',
  title: 'Find ambiguous names of a brand',
  description:
    'Finds names that are also a place or a common word in a language of the project or in English, and the rules that keep the other meaning from being counted. Without a project, the most frequent words of 22 languages are searched. Case and surrounding spaces do not matter.',
  permission: 'projects.edit',
  effect: 'read',
  input: z.object({
    names: z.array(z.string().max(500)).max(maxNames),
    projectId: projectIdSchema.optional(),
  }),
  output: z.array(ambiguousNameSchema),
  isTransaction: false,
  async run(context, { names, projectId }): Promise<AmbiguousName[]> {
    meanings ??= loadMeanings();
    const meaningsByName = await meanings;
    const projectLanguages = projectId === undefined ? undefined : await readLanguages(context, projectId);
    return names.flatMap((name) => {
      const meaning = meaningsByName.get(toKey(name));
      if (meaning?.meaning === 'place') return [{ name: name.trim(), ...meaning }];
      const found = listLanguagesOfWord(name, projectLanguages);
      const languages = [...new Set([...(meaning?.languages ?? []), ...found])];
      return languages.length > 0
        ? [{ name: name.trim(), meaning: 'common word' as const, excludedContext: [], languages }]
        : [];
    });
  },
});

/** Returns English, which answers in all languages contain, and the languages of a project's prompts. */
async function readLanguages(context: Context, projectId: string): Promise<string[]> {
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    db
      .selectDistinct({ language: prompts.language })
      .from(prompts)
      .where(and(hasValues(prompts, { organizationId, projectId }), isNull(prompts.archivedAt))),
  );
  return [...new Set(['en', ...rows.flatMap(({ language }) => language?.slice(0, 2) ?? [])])];
}

/**
 * Loads the meanings by name. A name that is both a place and a common word counts as a place: matching upper and lower case
 * excludes a common word, but not a place, which is capitalized like a brand.
 */
async function loadMeanings(): Promise<ReadonlyMap<string, Omit<AmbiguousName, 'name'>>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = [...dictionary['diceware-common'], ...data.words];
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => zone.split('/').at(-1) ?? zone);
  const places: Record<PlaceKind, readonly string[]> = {
    city: [...data.places.city, ...zones.map((zone) => zone.replaceAll('_', ' '))],
    country: [...data.places.country, ...countryCodes.map(formatCountry)],
    state: [...data.places.state, ...usStates.map(({ name }) => name)],
    river: data.places.river,
  };
  const byName = new Map<string, Omit<AmbiguousName, 'name'>>();
  for (const word of words) byName.set(toKey(word), commonEnglishWord);
  for (const kind of ['city', 'country', 'state', 'river'] as const) {
    for (const place of places[kind]) {
      byName.set(toKey(place), { meaning: 'place', excludedContext: placeWords[kind], languages: [] });
    }
  }
  return byName;
}

function toKey(name: string): string {
  return name.trim().toLowerCase();
}
