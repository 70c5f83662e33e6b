CREATE TABLE "daily_queries" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"definition" integer DEFAULT 1 NOT NULL,
	"day" date NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"query" text NOT NULL,
	"asked" integer NOT NULL,
	"named" integer NOT NULL,
	CONSTRAINT "daily_queries_organization_id_project_id_definition_day_prompt_id_engine_country_query_pk" PRIMARY KEY("organization_id","project_id","definition","day","prompt_id","engine","country","query")
);--> statement-breakpoint
CREATE TABLE "annotations" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "annotations_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "annotations_kind" CHECK ("annotations"."kind" IN ('note', 'model', 'prompts', 'brands'))
);--> statement-breakpoint
CREATE TABLE "domain_types" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domain_types_organization_id_project_id_domain_pk" PRIMARY KEY("organization_id","project_id","domain")
);--> statement-breakpoint
CREATE TABLE "experiments" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"what" text NOT NULL,
	"changed_on" date NOT NULL,
	"prompt_ids" uuid[] NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);--> statement-breakpoint
CREATE TABLE "rescorings" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"definition" integer NOT NULL,
	"shown_brands" jsonb NOT NULL,
	"answers" integer NOT NULL,
	"scored" integer DEFAULT 0 NOT NULL,
	"scored_at" timestamp with time zone,
	"scored_id" uuid,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rescorings_organization_id_project_id_pk" PRIMARY KEY("organization_id","project_id")
);--> statement-breakpoint
CREATE TABLE "saved_views" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"screen" text NOT NULL,
	"query" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);--> statement-breakpoint
ALTER TABLE "daily_answers" DROP CONSTRAINT "daily_answers_organization_id_project_id_day_prompt_id_engine_country_pk";--> statement-breakpoint
ALTER TABLE "daily_brands" DROP CONSTRAINT "daily_brands_organization_id_project_id_day_prompt_id_engine_country_brand_id_pk";--> statement-breakpoint
ALTER TABLE "daily_domains" DROP CONSTRAINT "daily_domains_organization_id_project_id_day_prompt_id_engine_country_domain_pk";--> statement-breakpoint
ALTER TABLE "mentions" DROP CONSTRAINT "mentions_organization_id_asked_at_answer_id_brand_id_pk";--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "definition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD COLUMN "definition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD COLUMN "fanned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD COLUMN "listed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "definition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "ranks" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "positive" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "neutral" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "negative" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_domains" ADD COLUMN "definition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_domains" ADD COLUMN "named" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_domains" ADD COLUMN "gap" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentions" ADD COLUMN "definition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "definition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD CONSTRAINT "daily_answers_organization_id_project_id_definition_day_prompt_id_engine_country_pk" PRIMARY KEY("organization_id","project_id","definition","day","prompt_id","engine","country");--> statement-breakpoint
ALTER TABLE "daily_brands" ADD CONSTRAINT "daily_brands_organization_id_project_id_definition_day_prompt_id_engine_country_brand_id_pk" PRIMARY KEY("organization_id","project_id","definition","day","prompt_id","engine","country","brand_id");--> statement-breakpoint
ALTER TABLE "daily_domains" ADD CONSTRAINT "daily_domains_organization_id_project_id_definition_day_prompt_id_engine_country_domain_pk" PRIMARY KEY("organization_id","project_id","definition","day","prompt_id","engine","country","domain");--> statement-breakpoint
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_organization_id_asked_at_answer_id_definition_brand_id_pk" PRIMARY KEY("organization_id","asked_at","answer_id","definition","brand_id");--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_types" ADD CONSTRAINT "domain_types_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rescorings" ADD CONSTRAINT "rescorings_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotations_day" ON "annotations" USING btree ("organization_id","project_id","day");--> statement-breakpoint
CREATE INDEX "experiments_project" ON "experiments" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "saved_views_project" ON "saved_views" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "answer_sources_domain" ON "answer_sources" USING btree ("organization_id","domain","asked_at");--> statement-breakpoint
CREATE INDEX "answers_of_prompt" ON "answers" USING btree ("organization_id","project_id","prompt_id","engine","country","asked_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "daily_queries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "daily_queries" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "daily_queries" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "annotations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "annotations" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "annotations" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "domain_types" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "domain_types" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "domain_types" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "experiments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "experiments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "experiments" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "rescorings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rescorings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "rescorings" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_views" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "saved_views" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
-- Rows stored earlier have no values in the new columns, so their answers are scored again in the background.
INSERT INTO "rescorings" ("organization_id", "project_id", "definition", "shown_brands", "answers", "moved_at")
SELECT projects.organization_id, projects.id, 2, (
    SELECT json_agg(json_build_object('id', id, 'name', name, 'role', role, 'aliases', aliases, 'domains', domains,
      'near', near, 'neverNear', never_near, 'hue', hue) ORDER BY role DESC, hue, lower(name))
    FROM brands WHERE brands.organization_id = projects.organization_id AND project_id = projects.id
  ), counted.answers, now() - interval '1 hour'
FROM projects CROSS JOIN LATERAL (
  SELECT sum(answered + no_answer + unreadable)::int AS answers FROM daily_answers
  WHERE daily_answers.organization_id = projects.organization_id AND project_id = projects.id
) counted
WHERE counted.answers > 0
  AND EXISTS (SELECT FROM brands WHERE brands.organization_id = projects.organization_id AND project_id = projects.id);
