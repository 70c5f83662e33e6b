import { z } from 'zod';

/** The body of every 4xx and 5xx response. */
export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
    timestamp: z.iso.datetime(),
  }),
  /** Invalid fields of a VALIDATION_ERROR. */
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
