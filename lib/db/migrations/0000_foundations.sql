CREATE TABLE "api_keys" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"balance" bigint NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_accounts_covered" CHECK ("credit_accounts"."held" >= 0 AND "credit_accounts"."balance" >= "credit_accounts"."held")
);
--> statement-breakpoint
CREATE TABLE "credit_ledger" (
	"organization_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"subject_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_ledger_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"role" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" IN ('owner', 'admin', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"sync_concurrency" integer NOT NULL,
	"signing_secret" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_sources" (
	"organization_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"address" text NOT NULL,
	"domain" text NOT NULL,
	"label" text NOT NULL,
	"citations" integer NOT NULL,
	CONSTRAINT "answer_sources_organization_id_asked_at_answer_id_position_pk" PRIMARY KEY("organization_id","asked_at","answer_id","position")
) PARTITION BY RANGE ("asked_at");
--> statement-breakpoint
CREATE TABLE "answers" (
	"organization_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"sample" integer NOT NULL,
	"status" text NOT NULL,
	"model" text,
	"text" text NOT NULL,
	"markdown" text,
	"search_queries" text[] NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "answers_organization_id_asked_at_id_pk" PRIMARY KEY("organization_id","asked_at","id")
) PARTITION BY RANGE ("asked_at");
--> statement-breakpoint
CREATE TABLE "daily_answers" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"answered" integer NOT NULL,
	"no_answer" integer NOT NULL,
	"unreadable" integer NOT NULL,
	"citations" integer NOT NULL,
	"branded" boolean NOT NULL,
	"fictional" boolean NOT NULL,
	CONSTRAINT "daily_answers_organization_id_project_id_day_prompt_id_engine_country_pk" PRIMARY KEY("organization_id","project_id","day","prompt_id","engine","country")
);
--> statement-breakpoint
CREATE TABLE "daily_brands" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"mentioned" integer NOT NULL,
	"mentions" integer NOT NULL,
	"rank_sum" integer NOT NULL,
	"first" integer NOT NULL,
	"cited" integer NOT NULL,
	"citations" integer NOT NULL,
	CONSTRAINT "daily_brands_organization_id_project_id_day_prompt_id_engine_country_brand_id_pk" PRIMARY KEY("organization_id","project_id","day","prompt_id","engine","country","brand_id")
);
--> statement-breakpoint
CREATE TABLE "daily_domains" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"domain" text NOT NULL,
	"listed" integer NOT NULL,
	"cited" integer NOT NULL,
	"citations" integer NOT NULL,
	CONSTRAINT "daily_domains_organization_id_project_id_day_prompt_id_engine_country_domain_pk" PRIMARY KEY("organization_id","project_id","day","prompt_id","engine","country","domain")
);
--> statement-breakpoint
CREATE TABLE "mentions" (
	"organization_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answer_id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"count" integer NOT NULL,
	"spans" integer[] NOT NULL,
	CONSTRAINT "mentions_organization_id_asked_at_answer_id_brand_id_pk" PRIMARY KEY("organization_id","asked_at","answer_id","brand_id")
) PARTITION BY RANGE ("asked_at");
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "rate_windows_organization_id_kind_pk" PRIMARY KEY("organization_id","kind")
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"credits" integer NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	CONSTRAINT "slots_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "stored_pages" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page" integer NOT NULL,
	"html" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stored_pages_id_page_pk" PRIMARY KEY("id","page")
);
--> statement-breakpoint
CREATE TABLE "api_connections" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"api_key" text NOT NULL,
	"signing_secret" text,
	"receiver_token_hash" "bytea" NOT NULL,
	"receiver_token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"domains" text[] DEFAULT '{}' NOT NULL,
	"near" text[] DEFAULT '{}' NOT NULL,
	"never_near" text[] DEFAULT '{}' NOT NULL,
	"hue" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "brands_role" CHECK ("brands"."role" IN ('own', 'competitor'))
);
--> statement-breakpoint
CREATE TABLE "cells" (
	"organization_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"prompt_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"country" text NOT NULL,
	"sample" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"task_id" uuid,
	"error_code" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cells_organization_id_run_id_id_pk" PRIMARY KEY("organization_id","run_id","id"),
	CONSTRAINT "cells_status" CHECK ("cells"."status" IN ('pending', 'sent', 'answered', 'no-answer', 'failed', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "prompts" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"text" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "prompts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "received_answers" (
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"record" jsonb NOT NULL,
	"via" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ingested_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "received_answers_organization_id_task_id_pk" PRIMARY KEY("organization_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"schedule_id" uuid,
	"kind" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"engines" text[] NOT NULL,
	"countries" text[] NOT NULL,
	"samples" integer NOT NULL,
	"cells" integer NOT NULL,
	"status" text DEFAULT 'sending' NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "runs_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "runs_status" CHECK ("runs"."status" IN ('sending', 'waiting', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"engines" text[] NOT NULL,
	"countries" text[] NOT NULL,
	"samples" integer DEFAULT 1 NOT NULL,
	"cadence" text NOT NULL,
	"time_zone" text NOT NULL,
	"hour" integer DEFAULT 6 NOT NULL,
	"weekday" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"next_run_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedules_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "schedules_cadence" CHECK ("schedules"."cadence" IN ('hourly', 'daily', 'weekly', 'monthly'))
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"filters" text DEFAULT '' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "shares_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"url" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claim" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" IN ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status_code" integer,
	"error" text,
	CONSTRAINT "delivery_attempts_organization_id_delivery_id_attempt_pk" PRIMARY KEY("organization_id","delivery_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "task_queues" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"processing" integer DEFAULT 0 NOT NULL,
	"concurrency" integer NOT NULL,
	"served_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_queues_counts" CHECK ("task_queues"."queued" >= 0 AND "task_queues"."processing" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tasks_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"engine" text NOT NULL,
	"request" jsonb NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"priority" smallint DEFAULT 1 NOT NULL,
	"idempotency_key" text,
	"webhook_url" text,
	"credits_to_charge" integer NOT NULL,
	"credits_charged" integer,
	"attempt" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"response" jsonb,
	CONSTRAINT "tasks_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "tasks_status" CHECK ("tasks"."status" IN ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cells" ADD CONSTRAINT "cells_organization_id_run_id_runs_organization_id_id_fk" FOREIGN KEY ("organization_id","run_id") REFERENCES "public"."runs"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_subject" ON "credit_ledger" USING btree ("organization_id","subject_id") WHERE "credit_ledger"."kind" = 'charge';--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "answers_recent" ON "answers" USING btree ("organization_id","project_id","asked_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "answers_cell" ON "answers" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "slots_leases" ON "slots" USING btree ("leased_until");--> statement-breakpoint
CREATE INDEX "stored_pages_expiry" ON "stored_pages" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_connections_receiver" ON "api_connections" USING btree ("receiver_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "brands_name" ON "brands" USING btree ("organization_id","project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "brands_own" ON "brands" USING btree ("organization_id","project_id") WHERE "brands"."role" = 'own';--> statement-breakpoint
CREATE INDEX "cells_open" ON "cells" USING btree ("organization_id","run_id","status") WHERE "cells"."status" IN ('pending', 'sent');--> statement-breakpoint
CREATE UNIQUE INDEX "prompts_text" ON "prompts" USING btree ("organization_id","project_id",md5("text"));--> statement-breakpoint
CREATE INDEX "received_answers_open" ON "received_answers" USING btree ("received_at") WHERE "received_answers"."ingested_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_slot" ON "runs" USING btree ("organization_id","schedule_id","asked_at") WHERE "runs"."schedule_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_recent" ON "runs" USING btree ("organization_id","project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("status") WHERE "runs"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_run_at") WHERE "schedules"."enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "shares_token" ON "shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_recent" ON "deliveries" USING btree ("organization_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_queues_ready" ON "task_queues" USING btree ("served_at") WHERE "task_queues"."queued" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_idempotency" ON "tasks" USING btree ("organization_id","idempotency_key") WHERE "tasks"."idempotency_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_queue" ON "tasks" USING btree ("organization_id","priority" DESC NULLS LAST,"sequence") WHERE "tasks"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "tasks_leases" ON "tasks" USING btree ("leased_until") WHERE "tasks"."status" = 'PROCESSING';--> statement-breakpoint
CREATE INDEX "tasks_ended" ON "tasks" USING btree ("ended_at") WHERE "tasks"."ended_at" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "rate_windows" SET UNLOGGED;
--> statement-breakpoint
CREATE FUNCTION ensure_answer_partitions(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', month)::date;
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['answers', 'answer_sources', 'mentions'] LOOP
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      parent || '_' || to_char(first, 'YYYY_MM'),
      parent,
      first::text || ' 00:00:00+00',
      (first + interval '1 month')::date::text || ' 00:00:00+00'
    );
  END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  tenant record;
BEGIN
  FOR tenant IN
    SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant.table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant.table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (coalesce(nullif(current_setting(''app.organization'', true), ''''), organization_id::text) = organization_id::text)',
      tenant.table_name
    );
  END LOOP;
END $$;
