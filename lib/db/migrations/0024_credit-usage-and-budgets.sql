CREATE TABLE "credit_usage_daily" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"engine" text,
	"key_id" uuid,
	"credits" bigint NOT NULL,
	"charge_count" integer NOT NULL,
	CONSTRAINT "credit_usage_daily_key" UNIQUE NULLS NOT DISTINCT("organization_id","day","engine","key_id")
);
--> statement-breakpoint
CREATE TABLE "project_budgets" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"project_credits" integer,
	"schedule_credits" integer,
	CONSTRAINT "project_budgets_organization_id_project_id_pk" PRIMARY KEY("organization_id","project_id"),
	CONSTRAINT "project_budgets_credits" CHECK ("project_budgets"."project_credits" >= 0 AND "project_budgets"."schedule_credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "project_usage_daily" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"credits" bigint NOT NULL,
	"scheduled_credits" bigint NOT NULL,
	CONSTRAINT "project_usage_daily_organization_id_project_id_day_pk" PRIMARY KEY("organization_id","project_id","day")
);
--> statement-breakpoint
ALTER TABLE "run_items" DROP CONSTRAINT "run_items_status";--> statement-breakpoint
ALTER TABLE "runs" DROP CONSTRAINT "runs_status";--> statement-breakpoint
ALTER TABLE "credit_ledger" DROP CONSTRAINT "credit_ledger_organization_id_id_pk";--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_organization_id_created_at_id_pk" PRIMARY KEY("organization_id","created_at","id");--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD COLUMN "engine" text;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "run_items" ADD COLUMN "credits" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "pause_reason" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "credit_usage_daily" ADD CONSTRAINT "credit_usage_daily_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_budgets" ADD CONSTRAINT "project_budgets_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_usage_daily" ADD CONSTRAINT "project_usage_daily_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requests_key" ON "requests" USING btree ("organization_id","key_id","received_at","id");--> statement-breakpoint
CREATE INDEX "requests_errors" ON "requests" USING btree ("organization_id","received_at","id") WHERE "requests"."status" >= 400;--> statement-breakpoint
CREATE INDEX "credit_ledger_renewals" ON "credit_ledger" USING btree ("organization_id","created_at","id") WHERE "credit_ledger"."kind" <> 'charge';--> statement-breakpoint
CREATE INDEX "runs_paused" ON "runs" USING btree ("organization_id","schedule_id") WHERE "runs"."status" = 'paused';--> statement-breakpoint
CREATE INDEX "tasks_failed" ON "tasks" USING btree ("organization_id","completed_at","id") WHERE "tasks"."status" = 'FAILED';--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_status" CHECK ("run_items"."status" IN ('pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable', 'not_sent'));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_status" CHECK ("runs"."status" IN ('sending', 'waiting', 'paused', 'completed'));--> statement-breakpoint
SELECT secure_tenant_table('credit_usage_daily');--> statement-breakpoint
SELECT secure_tenant_table('project_usage_daily');--> statement-breakpoint
SELECT secure_tenant_table('project_budgets');--> statement-breakpoint
UPDATE credit_ledger SET engine = run_items.engine FROM run_items
WHERE run_items.organization_id = credit_ledger.organization_id AND run_items.task_id = credit_ledger.subject_id;--> statement-breakpoint
INSERT INTO credit_usage_daily (organization_id, day, engine, credits, charge_count)
SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, engine, -sum(amount), count(*)
FROM credit_ledger WHERE kind = 'charge' GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO project_usage_daily (organization_id, project_id, day, credits, scheduled_credits)
SELECT runs.organization_id, runs.project_id, (ledger.created_at AT TIME ZONE 'UTC')::date, -sum(amount),
  -coalesce(sum(amount) FILTER (WHERE schedule_id IS NOT NULL), 0)
FROM credit_ledger ledger
JOIN run_items ON run_items.organization_id = ledger.organization_id AND run_items.task_id = ledger.subject_id
JOIN runs ON runs.organization_id = run_items.organization_id AND runs.id = run_items.run_id
WHERE ledger.kind = 'charge' GROUP BY 1, 2, 3;--> statement-breakpoint
UPDATE runs SET pause_reason = 'credits' FROM run_items
WHERE run_items.organization_id = runs.organization_id AND run_items.run_id = runs.id
  AND run_items.status = 'failed' AND run_items.error_code = 'INSUFFICIENT_CREDITS';--> statement-breakpoint
UPDATE run_items SET status = 'not_sent' WHERE status = 'failed' AND error_code = 'INSUFFICIENT_CREDITS' AND task_id IS NULL;
