import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { defineMessages } from '#lib/core/messages';
import { isUuid } from '#lib/core/text';
import { addDays, toUtcDay } from '#lib/core/time';
import { lookupIdSchema } from '#lib/core/validation';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { type Brand, readBrands } from '#lib/dashboard/projects/brand';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { removeLegalForm } from '#lib/dashboard/scoring/name-spellings';
import { normalizeText } from '#lib/dashboard/scoring/normalize-text';
import { defineOperation } from '#lib/operations/define-operation';

/** Values of a brand that cannot be right, and what to do. */
const problemSchema = z.object({
  brandId: z.string(),
  kind: z.enum(['cited but not mentioned', 'mentioned almost everywhere', 'same brand']),
  text: z.string().describe('A sentence that says what is wrong and what to do.'),
});
export type BrandProblem = z.output<typeof problemSchema>;

/** Days whose answers are read: enough for a monthly schedule. */
const readDays = 35;
/** Fewer answers can be a coincidence. */
const minAnswers = 20;
const minCited = 3;
/** The share of answers above which a name that is never cited is probably an ordinary word. */
const maxMentionedShare = 0.9;

interface BrandCounts {
  brandId: string;
  mentioned: number;
  cited: number;
}

interface AnswerCounts {
  answers: number;
  withReportedCitations: number;
}

const messages = defineMessages({
  notMentioned:
    '{cited, plural, one {# answer cites} other {# answers cite}} “{brand}”, but none mentions it. Answers probably write the name in another way: open an answer that cites it, and add that spelling as an alias.',
  noDomains:
    '“{brand}” is mentioned in {mentioned, number} of {answers, plural, one {# answer} other {# answers}}. If it is also an ordinary word, turn on “Match case” or add words under “Must appear near”. Add its domains too, so that citations are counted.',
  everywhere:
    '“{brand}” is mentioned in {mentioned, number} of {answers, plural, one {# answer} other {# answers}}, but never cited. The name is probably also an ordinary word, or its domains are wrong: turn on “Match case”, add words under “Must appear near”, or correct the domains.',
  sameName:
    '“{brand}” has the same name as your brand, so the same answers count for both. If it is your brand, remove the competitor and add its names to your brand; otherwise correct its names.',
  sameDomain:
    '“{brand}” has the domain {domain} as your brand, so the same answers count for both. If it is your brand, remove the competitor and add its names to your brand; otherwise correct its domains.',
});

const noMentions = { mentioned: 0, cited: 0 };

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const findBrandProblems = defineOperation({
  name: 'brands.find-problems',
  title: 'Find brands whose values are impossible',
  description:
    'Finds the brands of a project that cannot be right: those that are cited but never mentioned, those that are mentioned in almost every answer but never cited, and competitors that are the own brand.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: z.array(problemSchema),
  async run(context, { projectId }) {
    const { db, organizationId, clock } = context;
    if (!isUuid(projectId)) throw notFound('Project not found in this organization.');
    const brands = (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const today = toUtcDay(clock.now());
    // Tomorrow has begun in some time zones.
    const periods = { recent: { from: addDays(today, -readDays), to: addDays(today, 1) } };
    const source = { filters: { ...noFilters, projectId }, periods };
    const counts = await readCounts(context, {
      answers: { ...source, of: 'answers', by: [], counts: ['answers', 'withReportedCitations'] },
      brands: { ...source, of: 'brands', by: ['brandId'], counts: ['mentioned', 'cited'] },
    });
    return listProblems(brands, counts.answers[0], counts.brands);
  },
});

function listProblems(
  brands: readonly Brand[],
  total: AnswerCounts = { answers: 0, withReportedCitations: 0 },
  counts: readonly BrandCounts[] = [],
): BrandProblem[] {
  const own = brands.find(({ role }) => role === 'own');
  if (!own) throw notFound('Project not found in this organization.');
  return brands.flatMap((brand) => {
    const { mentioned, cited } = counts.find(({ brandId }) => brandId === brand.id) ?? noMentions;
    const problems = [
      brand.role === 'competitor' ? describeSameBrand(brand, own) : undefined,
      describeCounts(brand, { ...total, mentioned, cited }),
    ];
    return problems.flatMap((problem) => (problem ? [{ brandId: brand.id, ...problem }] : []));
  });
}

type Problem = Omit<BrandProblem, 'brandId'>;

function describeCounts(
  { name, domains }: Brand,
  count: { mentioned: number; cited: number; answers: number; withReportedCitations: number },
): Problem | undefined {
  const { mentioned, cited, answers, withReportedCitations } = count;
  if (mentioned === 0 && cited >= minCited) {
    return { kind: 'cited but not mentioned', text: messages.notMentioned({ cited, brand: name }) };
  }
  const isEverywhere = answers >= minAnswers && mentioned > answers * maxMentionedShare;
  if (!isEverywhere || cited > 0 || withReportedCitations < minAnswers) return undefined;
  const parameters = { mentioned, answers, brand: name };
  return {
    kind: 'mentioned almost everywhere',
    text: domains.length === 0 ? messages.noDomains(parameters) : messages.everywhere(parameters),
  };
}

function describeSameBrand(competitor: Brand, own: Brand): Problem | undefined {
  const ownDomains = new Set(own.domains.map((domain) => getRegistrableDomain(domain) || domain));
  const domain = competitor.domains.find((other) => ownDomains.has(getRegistrableDomain(other) || other));
  const ownNames = new Set(listNames(own));
  const name = listNames(competitor).find((other) => ownNames.has(other));
  if (domain === undefined && name === undefined) return undefined;
  return {
    kind: 'same brand',
    text:
      domain === undefined
        ? messages.sameName({ brand: competitor.name })
        : messages.sameDomain({ brand: competitor.name, domain }),
  };
}

/** Returns the names of a brand without legal forms, spaces and punctuation. */
function listNames({ name, aliases }: Brand): string[] {
  return [name, ...aliases].map((other) =>
    normalizeText(removeLegalForm(other)).replaceAll(/[^\p{L}\p{N}\p{M}&+#]+/gu, ''),
  );
}
