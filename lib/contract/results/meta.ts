import { z } from 'zod';

/** The provider that served an answer, and the way it was reached. */
export const resultMetaSchema = z.object({
  provider: z
    .string()
    .regex(/^[a-z]{1,30}$/)
    .describe(
      'The provider that answered, such as `openai` or `sandbox`; answers of `sandbox` are fictional',
    ),
  access: z
    .enum(['api', 'page', 'sandbox'])
    .optional()
    .describe(
      'How the answer was obtained: from the API of a model, from a page of the engine, or from the sandbox. Absent if it is unknown',
    ),
});
export type ResultMeta = z.infer<typeof resultMetaSchema>;
