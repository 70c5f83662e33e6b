import { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { organizationBranding } from '#lib/db/schema/reports';

/** The branding of an organization's reports (white label). */
export interface Branding {
  /** A PNG in base64; null for none. */
  logoPng: string | null;
  /** As `#rrggbb`; null for the default. */
  accentColor: string | null;
  /** Empty for none. */
  footer: string;
}

const maxLogoBytes = 100_000;
const maxLogoPixels = 1_200;

/**
 * Returns whether bytes are a PNG of at most 1,200 by 1,200 pixels: its signature, then the chunk IHDR with width and
 * height (PNG specification, sections 5.2 and 11.2.2). Larger images could exhaust the memory of viewers' browsers.
 */
function isSmallPng(bytes: Buffer): boolean {
  if (bytes.length < 33 || bytes.toString('hex', 0, 8) !== '89504e470d0a1a0a') return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return sides.every((side) => side >= 1 && side <= maxLogoPixels);
}

const brandingSchema = z.object({
  logoPng: z
    .base64('Choose a PNG file.')
    .max(Math.ceil(maxLogoBytes / 3) * 4, 'Use a logo of at most 100 kB.')
    .refine(
      (text) => isSmallPng(Buffer.from(text, 'base64')),
      'Use a PNG file of at most 1,200 by 1,200 pixels.',
    )
    .nullable(),
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Use a color such as #0b6e69.')
    .nullable(),
  footer: singleLineSchema({ maxLength: 200 }),
});

export type BrandingInput = z.input<typeof brandingSchema>;

const noBranding: Branding = { logoPng: null, accentColor: null, footer: '' };

/** Returns the branding of the organization's reports. */
export async function getBranding(context: Context): Promise<Branding> {
  requirePermission(context.actor, 'projects.read');
  return withOrganization(context, async ({ db, organizationId }) => {
    const { logoPng, accentColor, footer } = organizationBranding;
    const [row] = await db
      .select({ logoPng, accentColor, footer })
      .from(organizationBranding)
      .where(hasValues(organizationBranding, { organizationId }));
    return row ?? noBranding;
  });
}

/** Saves the branding of the organization's reports. @throws ServiceError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS */
export async function saveBranding(context: Context, input: BrandingInput): Promise<void> {
  requirePermission(context.actor, 'branding.manage');
  const branding = parseInput(brandingSchema, input);
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
}
