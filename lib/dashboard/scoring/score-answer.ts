import { LRUCache } from 'lru-cache';
import { type Brand, selectBrandsJson } from '#lib/dashboard/projects/brand';
import {
  belongsTo,
  getRegistrableDomain,
  getSourceSite,
  toComparedDomain,
} from '#lib/dashboard/projects/domains';
import { scoringAlgorithm } from '#lib/dashboard/projects/scoring-algorithm';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
import type { Mention } from '#lib/dashboard/scoring/rank-brands';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';

/** The brands of a project with their compiled matcher. */
export interface Scorer {
  brands: readonly Brand[];
  matcher: Matcher;
  /** The language model that classifies the sentences later, in a job; null if none does. */
  classifier: string | null;
  /** Returns whether a prompt mentions a tracked brand. */
  isBranded(prompt: string): boolean;
  /** Returns sources with a brand's domain, if they belong to one below the registrable domain (see `getSourceSite`). */
  locateSources<S extends { url: string; label: string; domain: string }>(
    sources: readonly S[],
  ): readonly S[];
}

/** The score of an answer for a brand. */
export interface BrandScore {
  brandId: string;
  role: Brand['role'];
  mention: Mention | undefined;
  /** Citations of URLs on its domains. */
  citations: number;
}

/** Scores an answer for every brand that it mentions or cites. The sources are those that `locateSources` returned. */
export function scoreAnswer(
  { brands, matcher }: Scorer,
  answer: {
    text: string;
    /** The answer as the engine wrote it, from whose structure brands are ranked; null if it is not stored. */
    markdown?: string | null;
    sources: readonly { domain: string; citations: number }[];
  },
): BrandScore[] {
  const mentions = matcher.findMentions(answer.text, answer.markdown || null);
  const cited = answer.sources.filter((source) => source.citations > 0);
  return brands
    .map(({ id, role, domains }) => {
      return {
        brandId: id,
        role,
        mention: mentions.find(({ brandId }) => brandId === id),
        citations: cited
          .filter(({ domain }) => belongsTo(domain, domains))
          .reduce((sum, source) => sum + source.citations, 0),
      };
    })
    .filter((score) => score.mention !== undefined || score.citations > 0);
}

const maxPrompts = 10_000;

/** Compiles brands into a scorer. @param classifier see `Scorer` */
export function compileScorer(brands: readonly Brand[], classifier: string | null = null): Scorer {
  const matcher = compileMatcher(brands);
  const branded = new LRUCache<string, boolean>({ max: maxPrompts });
  const subdomains = brands
    .flatMap(({ domains }) => domains.map(toComparedDomain))
    .filter((domain) => getRegistrableDomain(domain) !== domain);
  return {
    brands,
    matcher,
    classifier,
    isBranded(prompt) {
      const isBranded = branded.get(prompt) ?? matcher.mentionsAny(prompt);
      branded.set(prompt, isBranded);
      return isBranded;
    },
    locateSources: (sources) =>
      subdomains.length === 0
        ? sources
        : sources.map((source) => ({ ...source, domain: getSourceSite(source, subdomains) })),
  };
}

const maxScorers = 200;

/** Creates a cached `compileScorer`: it returns the same scorer for the same brands and classifier. */
export function createScorerCache(): typeof compileScorer {
  const scorers = new LRUCache<string, Scorer>({ max: maxScorers });
  return (brands, classifier = null) => {
    const key = JSON.stringify([brands, classifier]);
    const scorer = scorers.get(key) ?? compileScorer(brands, classifier);
    scorers.set(key, scorer);
    return scorer;
  };
}

/** A scoring version with the time zone of its days and the scorer of its brands. */
export interface ScoringVersion {
  version: number;
  timeZone: string;
  scorer: Scorer;
}

interface ScoringVersionRow {
  projectId: string;
  published: number;
  next: number | null;
  publishedBrands: Brand[];
  brands: Brand[];
  publishedClassifier: string | null;
  nextClassifier: string | null;
  publishedTimeZone: string;
  nextTimeZone: string;
  publishedAlgorithm: number;
}

const readVersions = statement({
  name: 'read-scoring-versions',
  parameters: { organizationId: 'uuid', projectIds: 'uuid[]' },
  row: rowOf<ScoringVersionRow>({
    projectId: 'uuid',
    published: 'int4',
    next: 'int4?',
    publishedBrands: 'json',
    brands: 'json',
    publishedClassifier: 'text?',
    nextClassifier: 'text?',
    publishedTimeZone: 'text',
    nextTimeZone: 'text',
    publishedAlgorithm: 'int4',
  }),
  text: `
    SELECT projects.id AS "projectId", projects.scoring_version AS published, rescore_jobs.scoring_version AS next,
      ${selectBrandsJson(':organizationId', 'projects.id')} AS brands,
      coalesce(rescore_jobs.published_brands::json, '[]') AS "publishedBrands",
      projects.sentiment_classifier AS "publishedClassifier", rescore_jobs.sentiment_classifier AS "nextClassifier",
      projects.scoring_algorithm AS "publishedAlgorithm", projects.time_zone AS "publishedTimeZone", coalesce(rescore_jobs.time_zone, projects.time_zone) AS "nextTimeZone"
    FROM projects LEFT JOIN rescore_jobs ON rescore_jobs.organization_id = :organizationId
      AND rescore_jobs.project_id = projects.id AND rescore_jobs.scoring_version > projects.scoring_version
    WHERE projects.organization_id = :organizationId AND projects.id = ANY (:projectIds)`,
});

/**
 * Returns the scoring versions of projects, by project ID: the published version and, during a rescoring, the next one.
 * If the published version was scored by an earlier algorithm, new answers count only in the next one, because the
 * scores of two algorithms must not be mixed.
 * Call it while the projects are locked, so that the versions do not change before the answers are stored.
 */
export async function readScoringVersions(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
  compile = compileScorer,
): Promise<Map<string, ScoringVersion[]>> {
  const rows = await readVersions(db, { organizationId, projectIds });
  return new Map(rows.map((row) => [row.projectId, toScoringVersions(row, compile)]));
}

function toScoringVersions(row: ScoringVersionRow, compile: typeof compileScorer): ScoringVersion[] {
  const { published, next, brands, publishedClassifier, publishedTimeZone, nextTimeZone } = row;
  const publishedBrands = next === null ? brands : row.publishedBrands;
  const current = {
    version: published,
    timeZone: publishedTimeZone,
    scorer: compile(publishedBrands, publishedClassifier),
  };
  if (next === null) return [current];
  const upcoming = { version: next, timeZone: nextTimeZone, scorer: compile(brands, row.nextClassifier) };
  return row.publishedAlgorithm === scoringAlgorithm ? [current, upcoming] : [upcoming];
}
