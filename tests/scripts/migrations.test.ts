import { expect, test } from 'vitest';
import { findUnsafeStatements } from '#scripts/check/migrations';

const noTransaction = '-- no-transaction\n';

test.each([
  ['CREATE INDEX "answers_url" ON "answers" USING btree ("url");', 'CREATE INDEX CONCURRENTLY'],
  ['CREATE UNIQUE INDEX "a" ON "answers" ("url");', 'CREATE INDEX CONCURRENTLY'],
  ['ALTER TABLE "runs" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "b"("a");', 'NOT VALID'],
  ['ALTER TABLE "runs" ADD CONSTRAINT "c" CHECK ("a" > 0);', 'NOT VALID'],
  ['ALTER TABLE "runs" ADD CONSTRAINT "u" UNIQUE("a");', 'USING INDEX'],
  ['ALTER TABLE "runs" ALTER COLUMN "a" SET DATA TYPE bigint;', 'rewrites the table'],
  ['ALTER TABLE "runs" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL;', 'rewrites the table'],
  ['ALTER TABLE "runs" ADD COLUMN "a" text NOT NULL;', 'give it a default'],
  ['ALTER TABLE "runs" ALTER COLUMN "a" SET NOT NULL;', 'Add and validate CHECK'],
  ['ALTER TABLE "runs" RENAME COLUMN "a" TO "b";', 'the old name'],
  ['UPDATE "runs" SET "a" = 1;', 'in batches'],
  ['DELETE FROM runs WHERE a = 1;', 'in batches'],
  ['-- Why\nALTER TABLE "runs" VALIDATE CONSTRAINT "c";', 'begins with -- no-transaction'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "runs" ("a");', 'begins with -- no-transaction'],
  [`${noTransaction}CREATE INDEX CONCURRENTLY "a" ON "runs" ("a");`, 'must be repeatable'],
  [`${noTransaction}ALTER TABLE "runs" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;`, 'must be repeatable'],
  [`${noTransaction}UPDATE "runs" SET a = 1 WHERE a IS NULL;`, 'in batches'],
  ['-- batches\nUPDATE "runs" SET a = 1 WHERE a IS NULL;', 'begins with -- no-transaction'],
])('rejects %s', (sql, advice) => {
  expect(findUnsafeStatements(sql).join()).toContain(advice);
});

test.each([
  'ALTER TABLE "runs" ADD COLUMN "a" text;',
  'ALTER TABLE "runs" ADD COLUMN "a" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "runs" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;',
  'ALTER TABLE "runs" DROP COLUMN "a";',
  `CREATE TABLE "new" ("a" integer NOT NULL);
   --> statement-breakpoint
   ALTER TABLE "new" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "runs"("a");
   --> statement-breakpoint
   CREATE INDEX "new_a" ON "new" USING btree ("a");`,
  '-- Small table: one row per plan.\nUPDATE plans SET "a" = 1;',
  `${noTransaction}CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "runs" USING btree ("a");
   --> statement-breakpoint
   -- batches
   UPDATE "runs" SET a = 1 WHERE a IS NULL;
   --> statement-breakpoint
   ALTER TABLE "runs" VALIDATE CONSTRAINT "c";`,
])('accepts %s', (sql) => {
  expect(findUnsafeStatements(sql)).toEqual([]);
});

test('accepts SET NOT NULL after a CHECK constraint on the column was validated', () => {
  const sql = 'ALTER TABLE "runs" ALTER COLUMN "a" SET NOT NULL;';
  const added = 'ALTER TABLE "runs" ADD CONSTRAINT "runs_a_set" CHECK ("a" IS NOT NULL) NOT VALID;';
  expect(findUnsafeStatements(sql, added)).toHaveLength(1);
  const validated = `${added}\nALTER TABLE "runs" VALIDATE CONSTRAINT "runs_a_set";`;
  expect(findUnsafeStatements(sql, validated)).toEqual([]);
});
