import { type Brand, brandsJson } from '#lib/dashboard/projects/brand';
import { belongsTo, getHost } from '#lib/dashboard/projects/domains';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
import type { Mention } from '#lib/dashboard/scoring/rank-brands';
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
  const mentions = matcher.findMentions(answer.text);
  const sentiments = classifySentences(
    answer.text,
    mentions.map(({ spans }) => spans),
  );
  const cited = answer.sources
    .filter((source) => source.citations > 0)
    .map((source) => ({ host: getHost(source.url), citations: source.citations }));
  return brands
    .map(({ id, role, domains }) => {
      const index = mentions.findIndex(({ brandId }) => brandId === id);
      return {
        brandId: id,
        role,
        mention: mentions[index],
        sentiment: sentiments?.[index],
        citations: cited
          .filter(({ host }) => belongsTo(host, domains))
          .reduce((sum, source) => sum + source.citations, 0),
      };
    })
    .filter((score) => score.mention !== undefined || score.citations > 0);
}

export function compileScorer(brands: readonly Brand[]): Scorer {
  return { brands, matcher: compileMatcher(brands) };
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
