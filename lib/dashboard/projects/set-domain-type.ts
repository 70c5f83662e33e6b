import { z } from 'zod';
import { assignableTypes, getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { lockProject, projectIdSchema } from '#lib/dashboard/projects/project';
import { hasValues } from '#lib/db/has-values';
import { domainTypes } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const setDomainType = defineOperation({
  name: 'domains.set-type',
  title: 'Set the type of a domain',
  description:
    'Sets the type of a domain in a project, or resets it. The types `own` and `competitor` follow from the domains of tracked brands and cannot be set.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    domain: z
      .string()
      .refine(
        (domain) => domain !== '' && getRegistrableDomain(domain) === domain,
        'Enter a domain without a subdomain, such as example.com.',
      ),
    type: z
      .enum(assignableTypes, `Choose one of the domain types ${assignableTypes.join(', ')}.`)
      .nullable()
      .describe('Null resets it.'),
  }),
  audit: ['domain-type.changed'],
  async run(context, { projectId, domain, type }) {
    const { db, organizationId } = context;
    await lockProject(db, organizationId, projectId);
    const isDomain = hasValues(domainTypes, { organizationId, projectId, domain });
    const [stored] = await db.select({ type: domainTypes.type }).from(domainTypes).where(isDomain);
    const before = stored?.type ?? null;
    if (type === before) return;
    await context.audit({ target: domain, before: { type: before }, after: { type } });
    if (type !== null) {
      await db
        .insert(domainTypes)
        .values({ organizationId, projectId, domain, type })
        .onConflictDoUpdate({
          target: [domainTypes.organizationId, domainTypes.projectId, domainTypes.domain],
          set: { type },
        });
      return;
    }
    await db.delete(domainTypes).where(isDomain);
  },
});
