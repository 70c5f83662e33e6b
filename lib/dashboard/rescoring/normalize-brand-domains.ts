import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/dashboard/projects/brand';
import { toComparedDomain } from '#lib/dashboard/projects/domains';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

const updateDomains = statement({
  name: 'normalize-brand-domains',
  parameters: { organizationId: 'uuid', brandId: 'uuid', stored: 'text[]', domains: 'text[]' },
  isPrepared: false,
  text: `
    UPDATE brands SET domains = :domains
    WHERE organization_id = :organizationId AND id = :brandId AND domains = :stored`,
});

/** Stores the domains of brands as hosts are compared: earlier versions stored them as they were entered. */
export async function normalizeBrandDomains(
  db: Database,
  organizationId: string,
  brands: readonly Brand[],
): Promise<void> {
  for (const { id: brandId, domains: stored } of brands) {
    const domains = [...new Set(stored.map(toComparedDomain))];
    if (isDeepStrictEqual(domains, stored)) continue;
    await updateDomains(db, { organizationId, brandId, stored, domains });
  }
}
