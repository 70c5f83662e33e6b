import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Engine, engines } from '#lib/contract/engines';
import { getSpan } from '#lib/core/days';
import { lookupIdSchema } from '#lib/core/validation';
import { enginesWithAddOns, getAddOnCredits } from '#lib/dashboard/runs/run-options';
import { queryRows } from '#lib/db/query-rows';
import { defineOperation } from '#lib/operations/define-operation';

const missingAddOnsSchema = z.object({
  engine: z.enum(engines),
  credits: z.number().describe('The credits that the add-ons cost per answer.'),
});
export type MissingAddOns = z.output<typeof missingAddOnsSchema>;

export const listMissingAddOns = defineOperation({
  name: 'runs.list-missing-add-ons',
  title: 'List engines that ran without their add-ons',
  description:
    'Lists the engines that have add-ons and ran without them between two days of a time zone, both included.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    projectId: lookupIdSchema,
    from: z.iso.date(),
    to: z.iso.date(),
    timeZone: z.string(),
  }),
  output: z.array(missingAddOnsSchema),
  async run({ db, organizationId }, { projectId, from, to, timeZone }) {
    const { start, end } = getSpan({ from, to }, timeZone);
    const rows = await queryRows<{ engine: Engine }>(
      db,
      sql`
        SELECT DISTINCT engine FROM runs, unnest(engines) AS engine
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND NOT add_ons
          AND requested_at >= ${start}::timestamptz AND requested_at < ${end}::timestamptz
          AND engine = ANY (${sql.param(enginesWithAddOns)}::text[])
        ORDER BY engine`,
    );
    return rows.map(({ engine }) => ({ engine, credits: getAddOnCredits(engine) }));
  },
});
