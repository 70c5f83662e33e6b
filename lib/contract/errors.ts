import { z } from 'zod';

/** The error envelope of every 4xx and 5xx (interface.md, "Errors"; decisions.md, "Errors"). */
export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
    timestamp: z.iso.datetime(),
  }),
  /** Beside the envelope on a VALIDATION_ERROR: the older shape. */
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
