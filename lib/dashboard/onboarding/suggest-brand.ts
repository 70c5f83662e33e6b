import { invalidField } from '#lib/core/errors';
import { HttpError } from '#lib/core/http-client';
import { requirePermission } from '#lib/core/permissions';
import { type FetchOptions, fetchStartPage } from '#lib/dashboard/onboarding/fetch-start-page';
import { readBrandPage, type SuggestedBrand } from '#lib/dashboard/onboarding/read-brand-page';
import { getRegistrableDomain, parseDomain } from '#lib/dashboard/projects/domains';
import type { Context } from '#lib/db/context';

export interface SiteSuggestion extends SuggestedBrand {
  /** The domain as typed, and the one it leads to where that is another. */
  domains: string[];
  /** Why the site could not be read, as a sentence; null when it was. */
  problem: string | null;
}

/**
 * Reads a brand from its own site. A site that cannot be read is no failure: the domain stands, the rest is typed.
 * @throws ServiceError VALIDATION_ERROR for what is no domain, INSUFFICIENT_PERMISSIONS
 */
export async function suggestBrand(
  context: Context,
  { site }: { site: string },
  reach: FetchOptions = {},
): Promise<SiteSuggestion> {
  requirePermission(context.actor, 'projects.edit');
  const domain = parseDomain(site);
  if (!domain) throw invalidField('site', `"${site}" is not a website. Write it like example.com.`);
  try {
    const page = await fetchStartPage(domain, reach);
    const arrived = getRegistrableDomain(page.url.hostname);
    const domains = arrived === '' || arrived === getRegistrableDomain(domain) ? [domain] : [domain, arrived];
    return { ...readBrandPage(page), domains, problem: null };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return {
      ...{ name: '', aliases: [], readFrom: null, description: null, domains: [domain] },
      problem: `${domain} could not be read. Type the brand’s name; everything else works without it.`,
    };
  }
}
