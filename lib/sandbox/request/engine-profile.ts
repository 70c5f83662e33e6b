import { z } from 'zod';
import { type Engine, engines } from '#lib/contract/engines';
import { publisherTypeSchema } from '#lib/sandbox/data/market-data';
import profileData from '../data/engine-profiles.json' with { type: 'json' };

const sandboxEngineSchema = z.enum(engines).exclude(['social']);

/** The engines that the sandbox supports. */
export type SandboxEngine = z.output<typeof sandboxEngineSchema>;

/** Returns whether the sandbox supports an engine. */
export function isSandboxEngine(engine: Engine): engine is SandboxEngine {
  return sandboxEngineSchema.safeParse(engine).success;
}

/** The engines that write an answer; the others list pages. */
export type AnswerEngine = Exclude<SandboxEngine, 'search' | 'search/news'>;

const profileSchema = z.strictObject({
  publisherWeights: z.record(publisherTypeSchema, z.number()),
  /** Days after which half of a page's freshness is gone. */
  halfLifeDays: z.number(),
  /** Weight of a brand's strength at the time of the answer when brands are ranked. */
  strengthWeight: z.number(),
  maxSources: z.number(),
  /** Maximum number of sentences that an answer takes from one page. */
  maxQuotesPerPage: z.number(),
  /** Maximum number of brands in a ranked list. */
  maxBrands: z.number(),
  /** Maximum number of sentences per brand. */
  maxSentences: z.number(),
  /** Maximum number of search queries in addition to the prompt itself. */
  extraQueries: z.number(),
});

/** The settings by which an engine ranks pages and brands, and the limits of its answers. */
export type EngineProfile = z.output<typeof profileSchema>;

export const engineProfiles = z.record(sandboxEngineSchema, profileSchema).parse(profileData);

/** Returns the profile of an engine on a device; a phone shows fewer sources, brands and sentences. */
export function getEngineProfile(
  engine: SandboxEngine,
  device: 'desktop' | 'mobile' = 'desktop',
): EngineProfile {
  const profile = engineProfiles[engine];
  if (device === 'desktop') return profile;
  return {
    ...profile,
    maxSources: Math.ceil(profile.maxSources * 0.6),
    maxBrands: Math.max(1, profile.maxBrands - 1),
    maxSentences: 1,
  };
}
