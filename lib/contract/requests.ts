import { z } from 'zod';
import { countrySchema, getStateName, glSchema, usStates } from '#lib/contract/countries';
import { type Engine, engineSpecs, engines, type IncludeFlag } from '#lib/contract/engines';
import { languageSchema, locationSchema, promptSchema, uuleSchema } from '#lib/contract/text-fields';

export const engineSchema = z.enum(engines);

/** Description of the field `model` of requests. The `model` of results is something else: the provider's model. */
export const requestModelNote = 'In requests, `model` is the key of the engine';

const extraFieldsPrice =
  '+2 credits in total for one or more of `rawResponse`, `searchQueries`, `ads` and `shopping`';

const flagDescriptions: Record<IncludeFlag, string> = {
  html: 'Adds `result.html`: the URL of the stored page, valid for 24 hours by default; on `search` and `search/news`, a list with a URL for each page',
  markdown: 'Adds `result.markdown`',
  rawResponse: `Adds \`result.rawResponse\`; on chat ${extraFieldsPrice}`,
  searchQueries: `Adds \`result.searchQueries\`, the search queries that the engine issued; ${extraFieldsPrice}`,
  ads: `Adds \`result.ads\`; ${extraFieldsPrice}`,
  shopping: `Adds \`result.shoppingCards\` and \`result.inlineProducts\` if the prompt is about products; ${extraFieldsPrice}`,
};

/** Makes a field optional; an explicit null counts as absent. */
function makeOptional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const createFlagSchema = (description: string) =>
  z.boolean({ error: 'Expected boolean' }).meta({ description, default: false });

function createIncludeSchema(flags: readonly IncludeFlag[], hasOverview: boolean) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of flags) shape[name] = makeOptional(createFlagSchema(flagDescriptions[name]));
  if (hasOverview) {
    const details = z
      .object(
        { markdown: makeOptional(createFlagSchema('Adds `markdown` to the overview')) },
        { error: 'Expected boolean or object' },
      )
      .meta({ description: 'Parts of the AI overview' });
    const either = z.union([createFlagSchema('Adds `result.overview`'), details], {
      error: 'Expected boolean or object',
    });
    shape.overview = makeOptional(
      either.meta({
        description:
          'Adds `result.overview` if the engine shows one; +2 credits, even if it shows none. `true` is the same as `{}`',
      }),
    );
  }
  return z
    .object(shape, { error: 'Expected object' })
    .meta({ description: 'What to include in the result; unknown flags are ignored' });
}

export const stateSchema = z
  .string({ error: 'Expected string' })
  .refine((code) => getStateName(code) !== undefined, { error: 'Invalid state code' })
  .meta({
    description: 'USPS two-letter code of a US state; only with country US, +2 credits',
    enum: usStates.map(({ code }) => code),
  });

const deviceSchema = z
  .enum(['desktop', 'mobile'], { error: 'Expected desktop or mobile' })
  .meta({ description: 'The device to search from', default: 'desktop' });

const pagesSchema = z
  .int({ error: 'Expected an integer from 1 to 10' })
  .min(1, 'Expected an integer from 1 to 10')
  .max(10, 'Expected an integer from 1 to 10')
  .meta({ description: 'Result pages in one response; +2 credits for each after the first', default: 1 });

const defaultCountry = 'US';
const optionalCountrySchema = countrySchema.nullish().meta({ default: defaultCountry });

/** A field that only other engines read. */
const ignoredFieldSchema = z.unknown().meta({ undocumented: true });

/** A field that only other engines accept. Requests that contain it are rejected. */
const rejectedFieldSchema = z.unknown().meta({ undocumented: true });

/** The fields of a request that say what to query besides the prompt: where, on which device, and how many pages. */
export const targetingFields = ['state', 'location', 'uule', 'device', 'pages'] as const;
export type TargetingField = (typeof targetingFields)[number];

function getAcceptedTargeting(engine: Engine): Record<TargetingField, boolean> {
  const { acceptsState, acceptsLocation, acceptsDevice, acceptsPages } = engineSpecs[engine];
  return {
    state: acceptsState,
    location: acceptsLocation,
    uule: acceptsLocation,
    device: acceptsDevice,
    pages: acceptsPages,
  };
}

/** Lists the targeting fields that an engine accepts. */
export function listTargetingFields(engine: Engine): TargetingField[] {
  const accepts = getAcceptedTargeting(engine);
  return targetingFields.filter((field) => accepts[field]);
}

/** Returns whether a value is an object whose fields can be checked together, although some may be invalid. */
const isRecord = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Matches objects in which all of these fields are given; an explicit null counts as absent. */
const areGiven = (...fields: string[]) => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, { not: { type: 'null' } }])),
});

/** Describes the rules for several fields, and the fields that only other engines accept, as JSON Schema. */
function describeFieldRules(engine: Engine): object[] {
  const accepts = getAcceptedTargeting(engine);
  const rejected = targetingFields.filter((field) => !accepts[field]);
  const then = { properties: { country: { const: 'US' } } };
  return [
    ...rejected.map((field) => ({ not: areGiven(field) })),
    ...(accepts.state ? [{ if: areGiven('state'), then }] : []),
    ...(accepts.location ? [{ not: areGiven('location', 'uule') }] : []),
  ];
}

function createRequestSchema(engine: Engine) {
  const spec = engineSpecs[engine];
  const accepts = getAcceptedTargeting(engine);
  const country = spec.countryDefaultsToUs ? optionalCountrySchema : countrySchema;
  return z
    .object(
      {
        [spec.promptField]: promptSchema,
        country,
        gl: makeOptional(spec.acceptsGl ? glSchema : ignoredFieldSchema),
        hl: makeOptional(languageSchema),
        state: makeOptional(accepts.state ? stateSchema : rejectedFieldSchema),
        location: makeOptional(accepts.location ? locationSchema : rejectedFieldSchema),
        uule: makeOptional(accepts.uule ? uuleSchema : rejectedFieldSchema),
        device: makeOptional(accepts.device ? deviceSchema : rejectedFieldSchema),
        pages: makeOptional(accepts.pages ? pagesSchema : rejectedFieldSchema),
        include: makeOptional(createIncludeSchema(spec.includeFlags, engine === 'search')),
      },
      { error: 'Expected a JSON object' },
    )
    .superRefine(
      (value, ctx) => {
        const request = value as Record<string, unknown>;
        const isGiven = (field: string) => request[field] !== undefined && request[field] !== null;
        const reject = (field: string, message: string) =>
          ctx.addIssue({ code: 'custom', path: [field], message });
        for (const field of targetingFields) {
          if (isGiven(field) && !accepts[field]) {
            reject(field, `The ${engine} engine does not accept ${field}`);
          }
        }
        const { success: isCountry, data: country } = countrySchema.safeParse(request.country);
        const { success: isGl, data: gl } = glSchema.safeParse(request.gl);
        if (spec.acceptsGl && isGl && isCountry && gl !== country) {
          reject('gl', 'gl is another country than country. Send one of them');
        }
        if (spec.acceptsState && isGiven('state') && isCountry && country !== 'US') {
          reject('state', 'State is only accepted when country is US');
        }
        if (spec.acceptsLocation && isGiven('location') && isGiven('uule')) {
          reject('location', 'Supply location or uule, not both');
        }
      },
      // Also while other fields are invalid, so that all errors are reported at once.
      { when: isRecord },
    )
    .meta({ allOf: describeFieldRules(engine) })
    .transform((value): MonitorRequest => {
      const request = value as Record<string, unknown> & { include?: Record<string, unknown> };
      const include = request.include ?? {};
      const overview =
        include.overview === true ? {} : include.overview === false ? undefined : include.overview;
      return {
        prompt: request[spec.promptField] as string,
        country: (request.country ?? request.gl ?? defaultCountry) as string,
        ...(request.hl !== undefined && { language: request.hl as string }),
        ...pick(request, targetingFields),
        include: {
          ...Object.fromEntries(
            spec.includeFlags.filter((name) => include[name] === true).map((name) => [name, true]),
          ),
          ...(overview === undefined ? {} : { overview: overview as { markdown?: boolean } }),
        },
      };
    });
}

function pick(source: Record<string, unknown>, fields: readonly string[]) {
  return Object.fromEntries(
    fields.flatMap((field) => (source[field] === undefined ? [] : [[field, source[field]]])),
  );
}

/**
 * A validated request to any engine: a search query is in `prompt` too, defaults are filled in, and only enabled flags
 * are present.
 */
export interface MonitorRequest {
  prompt: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** USPS code, with country US only. */
  state?: string;
  location?: string;
  uule?: string;
  device?: 'desktop' | 'mobile';
  /** BCP 47; absent if unknown. */
  language?: string;
  pages?: number;
  include: Partial<Record<IncludeFlag, true>> & { overview?: { markdown?: boolean } };
}

/** Schemas of the request bodies, which transform them to `MonitorRequest`. */
export const requestSchemas = Object.fromEntries(
  (Object.keys(engineSpecs) as Engine[]).map((engine) => [engine, createRequestSchema(engine)]),
) as Record<Engine, ReturnType<typeof createRequestSchema>>;

/** Body of POST /v1/run. */
export const runInputSchema = z.object(
  {
    prompt: promptSchema,
    model: z
      .literal('CHAT', { error: 'Unknown engine. Send CHAT.' })
      .meta({ description: `${requestModelNote}, here in upper case` }),
    country: optionalCountrySchema.transform((code) => code ?? defaultCountry),
    hl: makeOptional(languageSchema),
  },
  { error: 'Expected a JSON object' },
);

export const runOutputSchema = z.object({
  success: z.literal(true),
  result: z.string().meta({ description: 'The text of the answer' }),
  metadata: z.object({
    provider: z.string().meta({ description: 'The provider, such as `openai` or `sandbox`' }),
    region: z.string().meta({ description: 'The country of the request' }),
    response_time: z.number().meta({ description: 'Duration of the engine’s query in milliseconds' }),
    timestamp: z.iso.datetime(),
  }),
});
