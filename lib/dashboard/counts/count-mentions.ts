import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, toUtcDay } from '#lib/core/time';
import { queryRows } from '#lib/db/query-rows';
import { defineOperation, noInput } from '#lib/operations/define-operation';

/**
 * Numbers of mentions today, in the last 30 days and in the last 90 days (UTC, including today), and in total. They are
 * upper bounds of the numbers of sentences to classify, because each of these has at least one mention; the cost is
 * estimated from them.
 */
const mentionVolumeSchema = z.object({
  today: z.int(),
  last30Days: z.int(),
  last90Days: z.int(),
  all: z.int(),
});
export type MentionVolume = z.output<typeof mentionVolumeSchema>;

export const countMentions = defineOperation({
  name: 'classifier.count-mentions',
  title: 'Count mentions to classify',
  description:
    'Counts the mentions in the stored answers of the organization by age, from which the cost of a classifier can be estimated.',
  permission: 'providers.read',
  effect: 'read',
  input: noInput,
  output: mentionVolumeSchema,
  async run({ db, organizationId, clock }) {
    const today = toUtcDay(clock.now());
    const [row] = await queryRows<MentionVolume>(
      db,
      sql`SELECT coalesce(sum(mentions) FILTER (WHERE day = ${today}::date), 0)::int AS "today",
            coalesce(sum(mentions) FILTER (WHERE day > ${addDays(today, -30)}::date), 0)::int AS "last30Days",
            coalesce(sum(mentions) FILTER (WHERE day > ${addDays(today, -90)}::date), 0)::int AS "last90Days",
            coalesce(sum(mentions), 0)::int AS "all"
          FROM daily_brands JOIN projects ON projects.organization_id = daily_brands.organization_id
            AND projects.id = daily_brands.project_id AND projects.scoring_version = daily_brands.scoring_version
          WHERE daily_brands.organization_id = ${organizationId}`,
    );
    return row ?? { today: 0, last30Days: 0, last90Days: 0, all: 0 };
  },
});
