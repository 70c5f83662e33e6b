import { type SQL, sql } from 'drizzle-orm';
import { isPublished } from '#lib/dashboard/counts/conditions';

/** Selects the first or last day with an answer as text; null without any. @param condition on the rows, such as on the prompt */
export function selectAnsweredDay(
  organizationId: string,
  projectId: string,
  which: 'first' | 'last',
  condition: SQL = sql`true`,
): SQL {
  const order = sql.raw(which === 'first' ? 'ASC' : 'DESC');
  return sql`(SELECT day::text FROM daily_answers
    WHERE ${isPublished(organizationId, projectId)} AND answered > 0 AND ${condition}
    ORDER BY day ${order} LIMIT 1)`;
}
