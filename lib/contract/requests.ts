import { z } from 'zod';
import { type Engine, engineSpecs, type IncludeFlag } from '#lib/contract/engines';
import { countrySchema } from '#lib/contract/geo';
import {
  deviceSchema,
  includeSchema,
  locationSchema,
  optional,
  pagesSchema,
  promptSchema,
  refusedSchema,
  stateSchema,
  uuleSchema,
} from '#lib/contract/request-fields';

const targetingFields = ['state', 'location', 'uule', 'device', 'pages'] as const;

function requestSchema(engine: Engine) {
  const spec = engineSpecs[engine];
  const accepts = {
    state: spec.acceptsState,
    location: spec.acceptsLocation,
    uule: spec.acceptsLocation,
    device: spec.acceptsDevice,
    pages: spec.acceptsPages,
  };
  const country = spec.countryDefaultsToUs
    ? countrySchema
        .nullish()
        .meta({ default: 'US' })
        .transform((code) => code ?? 'US')
    : countrySchema;
  return z
    .object(
      {
        [spec.promptField]: promptSchema,
        country,
        state: optional(accepts.state ? stateSchema : refusedSchema),
        location: optional(accepts.location ? locationSchema : refusedSchema),
        uule: optional(accepts.uule ? uuleSchema : refusedSchema),
        device: optional(accepts.device ? deviceSchema : refusedSchema),
        pages: optional(accepts.pages ? pagesSchema : refusedSchema),
        include: optional(includeSchema(spec.includeFlags, engine === 'search')),
      },
      { error: 'Expected a JSON object' },
    )
    .superRefine((value, ctx) => {
      const request = value as Record<string, unknown>;
      for (const field of targetingFields) {
        if (request[field] !== undefined && !accepts[field]) {
          ctx.addIssue({
            code: 'custom',
            path: [field],
            message: `The ${engine} engine does not take ${field}`,
          });
        }
      }
      if (spec.acceptsState && request.state !== undefined && request.country !== 'US') {
        ctx.addIssue({
          code: 'custom',
          path: ['state'],
          message: 'State is only accepted when country is US',
        });
      }
      if (spec.acceptsLocation && request.location !== undefined && request.uule !== undefined) {
        ctx.addIssue({ code: 'custom', path: ['location'], message: 'Supply location or uule, not both' });
      }
    })
    .meta({
      ...(spec.acceptsState && {
        dependentSchemas: { state: { properties: { country: { const: 'US' } } } },
      }),
      ...(spec.acceptsLocation && { not: { required: ['location', 'uule'] } }),
    })
    .transform((value): MonitorRequest => {
      const request = value as Record<string, unknown> & { include?: Record<string, unknown> };
      const include = request.include ?? {};
      const overview =
        include.overview === true ? {} : include.overview === false ? undefined : include.overview;
      return {
        prompt: request[spec.promptField] as string,
        country: request.country as string,
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
  return Object.fromEntries(fields.filter((f) => source[f] !== undefined).map((f) => [f, source[f]]));
}

/**
 * A validated request to any engine: the query is `prompt` too, defaults are filled in, and only enabled flags are
 * present.
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
  pages?: number;
  include: Partial<Record<IncludeFlag, true>> & { overview?: { markdown?: boolean } };
}

/** Schemas of the request bodies, which transform them to `MonitorRequest`. */
export const requestSchemas = Object.fromEntries(
  (Object.keys(engineSpecs) as Engine[]).map((engine) => [engine, requestSchema(engine)]),
) as Record<Engine, ReturnType<typeof requestSchema>>;
