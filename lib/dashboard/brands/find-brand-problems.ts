import { toDay } from '#lib/core/days';
import { notFound } from '#lib/core/errors';
import { formatCount, formatPlural } from '#lib/core/numbers';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type Brand, readBrands } from '#lib/dashboard/projects/brand';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { removeLegalForm } from '#lib/dashboard/scoring/name-spellings';
import { normalizeText } from '#lib/dashboard/scoring/normalize-text';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { rowOf, statement } from '#lib/db/statement';

/** Values of a brand that cannot be right, and what to do. */
export interface BrandProblem {
  brandId: string;
  kind: 'cited but not mentioned' | 'mentioned almost everywhere' | 'same brand';
  /** A sentence for members. */
  text: string;
}

/** Days whose answers are read: enough for a monthly schedule. */
const readDays = 35;
const dayMs = 24 * 60 * 60 * 1_000;
/** Fewer answers can be a coincidence. */
const minAnswers = 20;
const minCited = 3;
/** The share of answers above which a name that is never cited is probably an ordinary word. */
const maxMentionedShare = 0.9;

const readCounts = statement({
  name: 'read-brand-counts',
  parameters: { organizationId: 'uuid', projectId: 'uuid', since: 'date' },
  row: rowOf<{ brandId: string; mentioned: number; cited: number; answered: number; withCitations: number }>({
    brandId: 'uuid',
    mentioned: 'int4',
    cited: 'int4',
    answered: 'int4',
    withCitations: 'int4',
  }),
  text: `
    SELECT brands.id AS "brandId", coalesce(counts.mentioned, 0)::int AS mentioned,
      coalesce(counts.cited, 0)::int AS cited, totals.answered, totals."withCitations"
    FROM projects JOIN brands ON brands.organization_id = :organizationId AND brands.project_id = projects.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(answered), 0)::int AS answered,
        coalesce(sum(answered - coalesce(without_reported_citations, 0)), 0)::int AS "withCitations"
      FROM daily_answers WHERE daily_answers.organization_id = :organizationId
        AND daily_answers.project_id = projects.id AND daily_answers.scoring_version = projects.scoring_version
        AND daily_answers.day >= :since
    ) totals
    LEFT JOIN LATERAL (
      SELECT sum(mentioned) AS mentioned, sum(cited) AS cited FROM daily_brands
      WHERE daily_brands.organization_id = :organizationId AND daily_brands.project_id = projects.id
        AND daily_brands.scoring_version = projects.scoring_version AND daily_brands.brand_id = brands.id
        AND daily_brands.day >= :since
    ) counts ON true
    WHERE projects.organization_id = :organizationId AND projects.id = :projectId`,
});

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
  const since = toDay(new Date(context.clock.now().getTime() - readDays * dayMs), 'UTC');
  const [brands, counts] = await withOrganization(context, async ({ db, organizationId }) => [
    (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [],
    await readCounts(db, { organizationId, projectId, since }),
  ]);
  const own = brands.find(({ role }) => role === 'own');
  if (!own) throw notFound('Project not found in this organization.');
  return brands.flatMap((brand) => {
    const count = counts.find(({ brandId }) => brandId === brand.id);
    const problems = [
      brand.role === 'competitor' ? describeSameBrand(brand, own) : undefined,
      count ? describeCounts(brand, count) : undefined,
    ];
    return problems.flatMap((problem) => (problem ? [{ brandId: brand.id, ...problem }] : []));
  });
}

type Problem = Omit<BrandProblem, 'brandId'>;

function describeCounts(
  { name, domains }: Brand,
  count: { mentioned: number; cited: number; answered: number; withCitations: number },
): Problem | undefined {
  const { mentioned, cited, answered, withCitations } = count;
  if (mentioned === 0 && cited >= minCited) {
    return {
      kind: 'cited but not mentioned',
      text: `${formatPlural(cited, 'answer')} cite ${name}, but none mentions it. Answers probably write the name in another way: open an answer that cites it, and add that spelling as an alias.`,
    };
  }
  const isEverywhere = answered >= minAnswers && mentioned > answered * maxMentionedShare;
  if (!isEverywhere || cited > 0 || withCitations < minAnswers) return undefined;
  return {
    kind: 'mentioned almost everywhere',
    text: `${name} is mentioned in ${formatCount(mentioned)} of ${formatPlural(answered, 'answer')}, but never cited. ${
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
