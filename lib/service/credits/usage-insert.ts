/**
 * Returns the SQL that adds charges to `credit_usage_daily`. `charges` selects organization, day, engine, key, credits
 * and count, and must depend on the statement's update of `credit_balances`: every charge locks the balance first, so
 * that two statements cannot deadlock.
 */
export function buildUsageInsert(charges: string): string {
  return `
      INSERT INTO credit_usage_daily AS usage (organization_id, day, engine, key_id, credits, charge_count)
      ${charges}
      ON CONFLICT (organization_id, day, engine, key_id) DO UPDATE
      SET credits = usage.credits + excluded.credits, charge_count = usage.charge_count + excluded.charge_count`;
}
