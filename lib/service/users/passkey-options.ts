import { z } from 'zod';

/**
 * The options of the Web Authentication API as JSON (https://w3c.github.io/webauthn/), with which browsers create and use
 * passkeys. Values that the standard leaves open, such as transports, are strings.
 */

const base64url = z.string().describe('Bytes as base64url.');

const credentialsSchema = z.array(
  z.object({ id: base64url, type: z.string(), transports: z.array(z.string()).optional() }),
);
const requirementSchema = z.enum(['discouraged', 'preferred', 'required']);

const commonFields = {
  challenge: base64url,
  timeout: z.number().optional().describe('In milliseconds.'),
  hints: z.array(z.enum(['hybrid', 'security-key', 'client-device'])).optional(),
  extensions: z.object({ credProps: z.boolean().optional() }).meta({ additionalProperties: true }).optional(),
};

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptionsSchema = z.object({
  ...commonFields,
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(
    z.object({ type: z.literal('public-key'), alg: z.int().describe('A COSE algorithm.') }),
  ),
  excludeCredentials: credentialsSchema.optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
      requireResidentKey: z.boolean().optional(),
      residentKey: requirementSchema.optional(),
      userVerification: requirementSchema.optional(),
    })
    .optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
});

/** `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptionsSchema = z.object({
  ...commonFields,
  rpId: z.string().optional(),
  allowCredentials: credentialsSchema.optional(),
  userVerification: requirementSchema.optional(),
});
