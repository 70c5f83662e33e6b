import { z } from 'zod';
import { engines } from '#lib/contract/engines';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { cadences } from '#lib/dashboard/schedules/next-run';
import type { Schedule } from '#lib/dashboard/schedules/schedule';
import { hasValues } from '#lib/db/has-values';
import { schedules } from '#lib/db/schema/runs';
import { defineOperation } from '#lib/operations/define-operation';

export const storedScheduleSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  engines: z.array(z.enum(engines)),
  countries: z.array(z.string()),
  samples: z.number(),
  addOns: z.boolean(),
  cadence: z.enum(cadences),
  timeZone: z.string(),
  hour: z.number(),
  weekday: z.number(),
  enabled: z.boolean(),
  nextRunAt: timeSchema.nullable().describe('Null while it is paused.'),
}) satisfies z.ZodType<Schedule>;

export const getSchedule = defineOperation({
  name: 'schedules.get',
  title: 'Get the schedule of a project',
  description: 'Returns the schedule of a project; null if it has none.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: storedScheduleSchema.nullable(),
  async run({ db, organizationId }, { projectId }): Promise<Schedule | null> {
    if (!isUuid(projectId)) return null;
    const [schedule] = await db
      .select()
      .from(schedules)
      .where(hasValues(schedules, { organizationId, projectId }));
    return schedule ?? null;
  },
});
