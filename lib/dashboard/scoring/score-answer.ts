import { LRUCache } from 'lru-cache';
import { type Brand, brandsJson } from '#lib/dashboard/projects/brand';
import { belongsTo, getHost } from '#lib/dashboard/projects/domains';
import { compileMatcher, type Matcher, type Mention } from '#lib/dashboard/scoring/match-brands';
import { classifySentences, type Sentiment } from '#lib/dashboard/scoring/sentiment';
import type { Database } from '#lib/db/client';

/** The brands of a project with their compiled matcher. */
export interface Scorer {
  brands: readonly Brand[];
  matcher: Matcher;
}

/** The score of an answer for a brand. */
export interface BrandScore {
  brandId: string;
  role: Brand['role'];
  mention: Mention | undefined;
  /** Sentences that mention it, by sentiment; undefined if it is not mentioned or the text is not English. */
  sentiment: Sentiment | undefined;
  /** Citations of URLs on its domains. */
  citations: number;
}

/** Scores an answer for every brand that it mentions or cites. */
export function scoreAnswer(
  { brands, matcher }: Scorer,
  answer: { text: string; sources: readonly { url: string; citations: number }[] },
): BrandScore[] {
  const found = matcher.find(answer.text);
  const mentions = new Map(found.map((mention) => [mention.brandId, mention]));
  const classified = classifySentences(
    answer.text,
    found.map(({ spans }) => spans),
  );
  const sentiments = new Map(found.map(({ brandId }, index) => [brandId, classified?.[index]]));
  const cited = answer.sources
    .filter((source) => source.citations > 0)
    .map((source) => ({ host: getHost(source.url), citations: source.citations }));
  return brands
    .map((brand) => ({
      brandId: brand.id,
      role: brand.role,
      mention: mentions.get(brand.id),
      sentiment: sentiments.get(brand.id),
      citations: cited
        .filter(({ host }) => belongsTo(host, brand.domains))
        .reduce((sum, source) => sum + source.citations, 0),
    }))
    .filter((score) => score.mention !== undefined || score.citations > 0);
}

const scorerCache = new LRUCache<string, Scorer>({ max: 200 });

/** Returns the scorer of brands; equal brands are compiled once. */
export function compileScorer(brands: readonly Brand[]): Scorer {
  const key = JSON.stringify(brands);
  const cached = scorerCache.get(key);
  if (cached) return cached;
  const scorer = { brands, matcher: compileMatcher(brands) };
  scorerCache.set(key, scorer);
  return scorer;
}

/** A scoring version with the scorer of its brands. */
export interface ScoringVersion {
  version: number;
  scorer: Scorer;
}

interface Row {
  projectId: string;
  published: number;
  next: number | null;
  publishedBrands: Brand[];
  brands: Brand[];
}

/**
 * Returns the scoring versions of projects, by project ID: the published version and, during a rescoring, the next one.
 * Call it while the projects are locked, so that neither changes before the answers are stored.
 */
export async function readScoringVersions(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, ScoringVersion[]>> {
  const { rows } = await db.$client.query<Row>({
    name: 'read-scoring-versions',
    text: `
      SELECT projects.id AS "projectId", projects.scoring_version AS published, rescore_jobs.scoring_version AS next,
        ${brandsJson('$1', 'projects.id')} AS brands,
        coalesce(rescore_jobs.published_brands::json, '[]') AS "publishedBrands"
      FROM projects LEFT JOIN rescore_jobs ON rescore_jobs.organization_id = $1
        AND rescore_jobs.project_id = projects.id AND rescore_jobs.scoring_version > projects.scoring_version
      WHERE projects.organization_id = $1 AND projects.id = ANY ($2::uuid[])`,
    values: [organizationId, projectIds],
  });
  return new Map(rows.map((row) => [row.projectId, toScoringVersions(row)]));
}

function toScoringVersions({ published, next, publishedBrands, brands }: Row): ScoringVersion[] {
  if (next === null) return [{ version: published, scorer: compileScorer(brands) }];
  return [
    { version: published, scorer: compileScorer(publishedBrands) },
    { version: next, scorer: compileScorer(brands) },
  ];
}
