import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { singleLineSchema } from '#lib/core/validation';
import { cleanPng } from '#lib/dashboard/reports/clean-png';
import { recordAudit } from '#lib/db/audit-log';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { organizationBranding } from '#lib/db/schema/reports';
import { defineOperation, noInput } from '#lib/operations/define-operation';

/** The branding of an organization's reports (white label). */
const storedBrandingSchema = z.object({
  logoPng: z.string().nullable().describe('A PNG in base64; null for none.'),
  accentColor: z.string().nullable().describe('As #rrggbb; null for the default.'),
  footer: z.string().describe('Empty for none.'),
});
export type Branding = z.output<typeof storedBrandingSchema>;

const maxLogoBytes = 100_000;
const maxLogoPixels = 1_200;

/** Cleaned logos by what is stored: versions before this one stored them as they were uploaded. */
const cleanedLogos = new LRUCache<string, Promise<string | null>>({ max: 200 });

/** Returns a logo without chunks that browsers would decompress to any size; null if it is no small PNG. */
async function cleanLogo(base64: string): Promise<string | null> {
  const cleaned = await cleanPng(Buffer.from(base64, 'base64'), maxLogoPixels);
  return cleaned?.toString('base64') ?? null;
}

function readStoredLogo(base64: string): Promise<string | null> {
  const cleaned = cleanedLogos.get(base64) ?? cleanLogo(base64);
  cleanedLogos.set(base64, cleaned);
  return cleaned;
}

const brandingSchema = z.object({
  logoPng: z
    .base64('Choose a PNG file.')
    .max(Math.ceil(maxLogoBytes / 3) * 4, 'Use a logo of at most 100 kB.')
    .nullable()
    .describe('A PNG of at most 1,200 by 1,200 pixels, in base64. Null for none.'),
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Use a color such as #0b6e69.')
    .nullable()
    .describe('As #rrggbb. Null for the default.'),
  footer: singleLineSchema({ maxLength: 200 }),
});

const noBranding: Branding = { logoPng: null, accentColor: null, footer: '' };

export const getBranding = defineOperation({
  name: 'branding.get',
  title: 'Get the branding of reports',
  description: 'Returns the logo, the accent color and the footer of the organization’s reports.',
  permission: 'projects.read',
  effect: 'read',
  input: noInput,
  output: storedBrandingSchema,
  isTransaction: false,
  async run(context) {
    const stored = await withOrganization(context, async ({ db, organizationId }) => {
      const { logoPng, accentColor, footer } = organizationBranding;
      const [row] = await db
        .select({ logoPng, accentColor, footer })
        .from(organizationBranding)
        .where(hasValues(organizationBranding, { organizationId }));
      return row;
    });
    if (!stored?.logoPng) return stored ?? noBranding;
    return { ...stored, logoPng: await readStoredLogo(stored.logoPng) };
  },
});

/** @throws ServiceError VALIDATION_ERROR */
export const saveBranding = defineOperation({
  name: 'branding.save',
  title: 'Change the branding of reports',
  description:
    'Replaces the logo, the accent color and the footer of all reports of the organization, also of those that are shared or sent by email.',
  permission: 'branding.manage',
  effect: 'write',
  input: brandingSchema,
  audit: ['branding.changed'],
  // Decompressing the logo takes long.
  isTransaction: false,
  async run(context, { logoPng: uploaded, ...others }) {
    const branding = { ...others, logoPng: uploaded === null ? null : await cleanLogo(uploaded) };
    if (uploaded !== null && branding.logoPng === null) {
      throw invalidField('logoPng', 'Use a PNG file of at most 1,200 by 1,200 pixels.');
    }
    await withOrganization(context, async (tx) => {
      const { db, organizationId, clock } = tx;
      const values = { ...branding, updatedAt: clock.now() };
      await db
        .insert(organizationBranding)
        .values({ organizationId, ...values })
        .onConflictDoUpdate({ target: organizationBranding.organizationId, set: values });
      const { logoPng, accentColor, footer } = branding;
      await recordAudit(tx, {
        action: 'branding.changed',
        target: 'Reports',
        after: { hasLogo: logoPng !== null, accentColor, footer },
      });
    });
  },
});
