import { notFound } from '#lib/core/errors';
import { formatCount, formatPlural } from '#lib/core/numbers';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { addDays, toUtcDay } from '#lib/core/time';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { type Brand, readBrands } from '#lib/dashboard/projects/brand';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { removeLegalForm } from '#lib/dashboard/scoring/name-spellings';
import { normalizeText } from '#lib/dashboard/scoring/normalize-text';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';

/** Values of a brand that cannot be right, and what to do. */
export interface BrandProblem {
  brandId: string;
  kind: 'cited but not mentioned' | 'mentioned almost everywhere' | 'same brand';
  /** A sentence for members. */
  text: string;
}

/** Days whose answers are read: enough for a monthly schedule. */
const readDays = 35;
/** Fewer answers can be a coincidence. */
const minAnswers = 20;
const minCited = 3;
/** The share of answers above which a name that is never cited is probably an ordinary word. */
const maxMentionedShare = 0.9;

const noMentions = { mentioned: 0, cited: 0 };

/**
 * Finds brands of a project whose values are impossible: cited but never mentioned, mentioned in almost every answer but
 * never cited, and competitors that are the own brand.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND
 */
export async function findBrandProblems(
  context: Context,
  { projectId }: { projectId: string },
): Promise<BrandProblem[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) throw notFound('Project not found in this organization.');
  const today = toUtcDay(context.clock.now());
  // Tomorrow has begun in some time zones.
  const periods = { recent: { from: addDays(today, -readDays), to: addDays(today, 1) } };
  const source = { filters: { ...noFilters, projectId }, periods };
  const [brands, counts] = await withOrganization(
    context,
    async (tx) => [
      (await readBrands(tx.db, tx.organizationId, [projectId])).get(projectId) ?? [],
      await readCounts(tx, {
        answers: { ...source, of: 'answers', by: [], counts: ['answers', 'withReportedCitations'] },
        brands: { ...source, of: 'brands', by: ['brandId'], counts: ['mentioned', 'cited'] },
      }),
    ],
    { snapshot: true },
  );
  const [total = { answers: 0, withReportedCitations: 0 }] = counts.answers;
  const own = brands.find(({ role }) => role === 'own');
  if (!own) throw notFound('Project not found in this organization.');
  return brands.flatMap((brand) => {
    const { mentioned, cited } = counts.brands.find(({ brandId }) => brandId === brand.id) ?? noMentions;
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
    return {
      kind: 'cited but not mentioned',
      text: `${formatPlural(cited, 'answer')} cite ${name}, but none mentions it. Answers probably write the name in another way: open an answer that cites it, and add that spelling as an alias.`,
    };
  }
  const isEverywhere = answers >= minAnswers && mentioned > answers * maxMentionedShare;
  if (!isEverywhere || cited > 0 || withReportedCitations < minAnswers) return undefined;
  return {
    kind: 'mentioned almost everywhere',
    text: `${name} is mentioned in ${formatCount(mentioned)} of ${formatPlural(answers, 'answer')}, but never cited. ${
      domains.length === 0
        ? 'Add its domains, so that citations are counted.'
        : 'The name is probably also an ordinary word, or its domains are wrong: turn on “Match case”, add words under “Must appear near”, or correct the domains.'
    }`,
  };
}

function describeSameBrand(competitor: Brand, own: Brand): Problem | undefined {
  const ownDomains = new Set(own.domains.map((domain) => getRegistrableDomain(domain) || domain));
  const domain = competitor.domains.find((other) => ownDomains.has(getRegistrableDomain(other) || other));
  const ownNames = new Set(listNames(own));
  const name = listNames(competitor).find((other) => ownNames.has(other));
  if (domain === undefined && name === undefined) return undefined;
  const shared = domain === undefined ? 'the same name' : `the domain ${domain}`;
  return {
    kind: 'same brand',
    text: `${competitor.name} has ${shared} as your brand, so the same answers count for both. If it is your brand, remove the competitor and add its names to your brand; otherwise correct its ${domain === undefined ? 'names' : 'domains'}.`,
  };
}

/** Returns the names of a brand without legal forms, spaces and punctuation. */
function listNames({ name, aliases }: Brand): string[] {
  return [name, ...aliases].map((other) =>
    normalizeText(removeLegalForm(other)).replaceAll(/[^\p{L}\p{N}\p{M}&+#]+/gu, ''),
  );
}
