CREATE TABLE "daily_aspects" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer DEFAULT 1 NOT NULL,
	"day" date NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"aspect" text NOT NULL,
	"positive" integer NOT NULL,
	"negative" integer NOT NULL,
	CONSTRAINT "daily_aspects_organization_id_project_id_scoring_version_day_prompt_id_engine_country_brand_id_aspect_pk" PRIMARY KEY("organization_id","project_id","scoring_version","day","prompt_id","engine","country","brand_id","aspect")
);
--> statement-breakpoint
CREATE TABLE "classified_sentences" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sentence" text NOT NULL,
	"sentiment" text,
	"aspects" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "classified_sentences_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "sentiment_classifiers" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"input_price" double precision NOT NULL,
	"output_price" double precision NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"retry_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sentiment_queue" (
	"organization_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"answer_id" uuid NOT NULL,
	"scoring_version" integer NOT NULL,
	CONSTRAINT "sentiment_queue_organization_id_requested_at_answer_id_scoring_version_pk" PRIMARY KEY("organization_id","requested_at","answer_id","scoring_version")
);
--> statement-breakpoint
ALTER TABLE "mentions" ADD COLUMN "sentence_ids" uuid[];--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sentiment_classifier" text;--> statement-breakpoint
ALTER TABLE "rescore_jobs" ADD COLUMN "sentiment_classifier" text;--> statement-breakpoint
CREATE STATISTICS "daily_aspects_project" (dependencies) ON "organization_id", "project_id" FROM "daily_aspects";--> statement-breakpoint
ALTER TABLE "daily_aspects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "daily_aspects" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "daily_aspects" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "classified_sentences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "classified_sentences" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "classified_sentences" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "sentiment_classifiers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sentiment_classifiers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "sentiment_classifiers" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "sentiment_queue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sentiment_queue" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "sentiment_queue" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);
--> statement-breakpoint
-- A sentence about several brands is scored by its clauses, so stored answers are scored again in the background.
INSERT INTO rescore_jobs AS existing (organization_id, project_id, scoring_version, published_brands, answer_count, started_at, heartbeat_at)
SELECT organization_id, id, scoring_version + 1,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', brands.id, 'name', name, 'role', role, 'aliases', aliases, 'domains', domains,
      'matchCase', match_case, 'requiredContext', required_context, 'excludedContext', excluded_context,
      'colorIndex', color_index) ORDER BY role DESC, color_index, lower(name)), '[]')
    FROM brands WHERE brands.organization_id = projects.organization_id AND brands.project_id = projects.id),
  (SELECT coalesce(sum(answered + no_answer + unreadable), 0)::int FROM daily_answers
    WHERE daily_answers.organization_id = projects.organization_id AND daily_answers.project_id = projects.id
      AND daily_answers.scoring_version = projects.scoring_version),
  now(), now() - interval '1 hour'
FROM projects
WHERE EXISTS (SELECT FROM answers WHERE answers.organization_id = projects.organization_id AND answers.project_id = projects.id)
ON CONFLICT (organization_id, project_id) DO UPDATE SET
  scoring_version = greatest(existing.scoring_version + 1, excluded.scoring_version), scored_count = 0,
  cursor_requested_at = NULL, cursor_answer_id = NULL, heartbeat_at = excluded.heartbeat_at;
