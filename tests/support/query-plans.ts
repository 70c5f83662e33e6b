import pg from 'pg';
import { z } from 'zod';

/** A node of a plan, as EXPLAIN (FORMAT JSON) shows it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  Plans?: PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  Plans: z.lazy(() => z.array(nodeSchema)).optional(),
});
const planSchema = z.looseObject({ 'Query Text': z.string(), Plan: nodeSchema });

/** A statement with the tables that its plan read with a sequential scan. */
export interface ExecutedPlan {
  statement: string;
  scannedTables: string[];
}

/** Makes new connections to the database receive the plan of each statement that they run. */
export async function enablePlanNotices(adminUrl: string): Promise<void> {
  const database = pg.escapeIdentifier(new URL(adminUrl).pathname.slice(1));
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
  }
  await client.end();
}

/** Returns a list to which the plans of the pool's new connections are added. */
export function collectPlans(pool: pg.Pool): ExecutedPlan[] {
  const plans: ExecutedPlan[] = [];
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('plan:\n');
      if (start < 0) return;
      const { Plan, 'Query Text': statement } = planSchema.parse(
        JSON.parse(message.slice(start + 'plan:\n'.length)),
      );
      plans.push({ statement, scannedTables: listScannedTables(Plan) });
    });
  });
  return plans;
}

function listScannedTables({ 'Node Type': type, 'Relation Name': table, Plans = [] }: PlanNode): string[] {
  const own = type === 'Seq Scan' && table !== undefined ? [table] : [];
  return [...own, ...Plans.flatMap(listScannedTables)];
}
