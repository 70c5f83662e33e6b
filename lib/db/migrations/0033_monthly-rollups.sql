CREATE TABLE "monthly_answers" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer NOT NULL,
	"month" date NOT NULL,
	"prompt_id" uuid,
	"engine" text NOT NULL,
	"country" text,
	"day" date,
	"is_branded_prompt" boolean NOT NULL,
	"answered" integer NOT NULL,
	"no_answer" integer NOT NULL,
	"citations" integer NOT NULL,
	"fictional" boolean
);
--> statement-breakpoint
CREATE TABLE "monthly_brands" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer NOT NULL,
	"month" date NOT NULL,
	"prompt_id" uuid,
	"engine" text NOT NULL,
	"country" text,
	"day" date,
	"is_branded_prompt" boolean NOT NULL,
	"brand_id" uuid NOT NULL,
	"mentioned" integer NOT NULL,
	"rank_sum" integer NOT NULL,
	"rank_first_count" integer NOT NULL,
	"cited" integer NOT NULL,
	"citations" integer NOT NULL,
	"positive" integer NOT NULL,
	"neutral" integer NOT NULL,
	"negative" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monthly_domains" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer NOT NULL,
	"month" date NOT NULL,
	"prompt_id" uuid,
	"engine" text NOT NULL,
	"country" text,
	"day" date,
	"is_branded_prompt" boolean NOT NULL,
	"domain" text NOT NULL,
	"listed" integer NOT NULL,
	"cited" integer NOT NULL,
	"citations" integer NOT NULL,
	"mentioned" integer NOT NULL,
	"gap" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_months" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer NOT NULL,
	"month" date NOT NULL,
	"summed_to" date,
	"due_at" timestamp with time zone,
	CONSTRAINT "rollup_months_organization_id_project_id_scoring_version_month_pk" PRIMARY KEY("organization_id","project_id","scoring_version","month")
);
--> statement-breakpoint
CREATE INDEX "monthly_answers_month" ON "monthly_answers" USING btree ("organization_id","project_id","scoring_version","month");--> statement-breakpoint
CREATE INDEX "monthly_brands_month" ON "monthly_brands" USING btree ("organization_id","project_id","scoring_version","month");--> statement-breakpoint
CREATE INDEX "monthly_domains_domain" ON "monthly_domains" USING btree ("organization_id","project_id","scoring_version","domain","month");--> statement-breakpoint
CREATE INDEX "monthly_domains_engine" ON "monthly_domains" USING btree ("organization_id","project_id","scoring_version","month") WHERE "monthly_domains"."prompt_id" IS NULL AND "monthly_domains"."day" IS NULL;--> statement-breakpoint
CREATE INDEX "rollup_months_due" ON "rollup_months" USING btree ("due_at") WHERE "rollup_months"."due_at" IS NOT NULL;--> statement-breakpoint
SELECT secure_tenant_table('monthly_answers');--> statement-breakpoint
SELECT secure_tenant_table('monthly_brands');--> statement-breakpoint
SELECT secure_tenant_table('monthly_domains');--> statement-breakpoint
SELECT secure_tenant_table('rollup_months');--> statement-breakpoint
-- Later than the last answer that a process of the previous release can still ingest.
INSERT INTO rollup_months (organization_id, project_id, scoring_version, month, due_at)
SELECT DISTINCT organization_id, project_id, scoring_version, date_trunc('month', day)::date, now() + interval '1 hour'
FROM daily_answers;
