-- Standard names for tables, columns, constraints and indexes, and for stored values such as statuses. Deletes duplicate schedules of a project, and the recurring jobs whose names changed.

-- Organizations and sign-in
ALTER TABLE "organizations" RENAME COLUMN "signing_secret" TO "signing_secret_encrypted";--> statement-breakpoint
ALTER TABLE "throttles" RENAME TO "auth_attempts";--> statement-breakpoint
ALTER TABLE "auth_attempts" RENAME COLUMN "subject" TO "subject_hash";--> statement-breakpoint
ALTER TABLE "auth_attempts" RENAME COLUMN "failures" TO "attempts";--> statement-breakpoint
ALTER TABLE "auth_attempts" RENAME CONSTRAINT "throttles_pkey" TO "auth_attempts_pkey";--> statement-breakpoint
ALTER TABLE "rate_windows" RENAME TO "rate_limit_windows";--> statement-breakpoint
ALTER TABLE "rate_limit_windows" RENAME CONSTRAINT "rate_windows_organization_id_kind_pk" TO "rate_limit_windows_organization_id_kind_pk";--> statement-breakpoint

-- Credits
ALTER TABLE "credit_accounts" RENAME TO "credit_balances";--> statement-breakpoint
ALTER TABLE "credit_balances" RENAME CONSTRAINT "credit_accounts_pkey" TO "credit_balances_pkey";--> statement-breakpoint
ALTER TABLE "credit_balances" RENAME CONSTRAINT "credit_accounts_covered" TO "credit_balances_covered";--> statement-breakpoint
ALTER TABLE "credit_balances" RENAME CONSTRAINT "credit_accounts_in_flight" TO "credit_balances_in_flight";--> statement-breakpoint
ALTER TABLE "credit_balances" RENAME CONSTRAINT "credit_accounts_organization_id_organizations_id_fk" TO "credit_balances_organization_id_organizations_id_fk";--> statement-breakpoint
UPDATE "credit_ledger" SET "kind" = 'expiry' WHERE "kind" = 'lapse';--> statement-breakpoint
ALTER TABLE "slots" RENAME TO "sync_leases";--> statement-breakpoint
ALTER TABLE "sync_leases" RENAME CONSTRAINT "slots_organization_id_id_pk" TO "sync_leases_organization_id_id_pk";--> statement-breakpoint
ALTER INDEX "slots_leases" RENAME TO "sync_leases_leased_until";--> statement-breakpoint

-- Tasks and deliveries
ALTER TABLE "task_queues" RENAME TO "task_queue_stats";--> statement-breakpoint
ALTER TABLE "task_queue_stats" RENAME COLUMN "concurrency" TO "async_concurrency";--> statement-breakpoint
ALTER TABLE "task_queue_stats" RENAME COLUMN "served_at" TO "last_claimed_at";--> statement-breakpoint
ALTER TABLE "task_queue_stats" RENAME CONSTRAINT "task_queues_pkey" TO "task_queue_stats_pkey";--> statement-breakpoint
ALTER TABLE "task_queue_stats" RENAME CONSTRAINT "task_queues_counts" TO "task_queue_stats_counts";--> statement-breakpoint
ALTER INDEX "task_queues_ready" RENAME TO "task_queue_stats_ready";--> statement-breakpoint
ALTER TABLE "tasks" RENAME COLUMN "ended_at" TO "completed_at";--> statement-breakpoint
ALTER INDEX "tasks_ended" RENAME TO "tasks_completed";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "claim" TO "claim_number";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "ended_at" TO "completed_at";--> statement-breakpoint

-- Providers
ALTER TABLE "vendor_keys" RENAME TO "provider_keys";--> statement-breakpoint
ALTER TABLE "provider_keys" RENAME COLUMN "vendor" TO "provider";--> statement-breakpoint
ALTER TABLE "provider_keys" RENAME COLUMN "sealed" TO "keys_encrypted";--> statement-breakpoint
ALTER TABLE "provider_keys" RENAME CONSTRAINT "vendor_keys_organization_id_vendor_pk" TO "provider_keys_organization_id_provider_pk";--> statement-breakpoint
ALTER TABLE "vendor_circuits" RENAME TO "circuit_breakers";--> statement-breakpoint
ALTER TABLE "circuit_breakers" RENAME COLUMN "vendor" TO "provider";--> statement-breakpoint
ALTER TABLE "circuit_breakers" RENAME COLUMN "key_mark" TO "key_fingerprint";--> statement-breakpoint
ALTER TABLE "circuit_breakers" RENAME CONSTRAINT "vendor_circuits_organization_id_vendor_key_mark_pk" TO "circuit_breakers_organization_id_provider_key_fingerprint_pk";--> statement-breakpoint
ALTER TABLE "engine_figures" RENAME TO "provider_stats_hourly";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "transient" TO "transient_errors";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "permanent" TO "permanent_errors";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "quota" TO "quota_errors";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "waits" TO "throttled_count";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "waited_ms" TO "throttled_ms";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "latencies" TO "latency_histogram";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME COLUMN "latency_ms" TO "total_latency_ms";--> statement-breakpoint
ALTER TABLE "provider_stats_hourly" RENAME CONSTRAINT "engine_figures_organization_id_hour_provider_engine_pk" TO "provider_stats_hourly_organization_id_hour_provider_engine_pk";--> statement-breakpoint

-- Daily rollups
ALTER TABLE "daily_answers" RENAME COLUMN "branded" TO "is_branded_prompt";--> statement-breakpoint
ALTER TABLE "daily_answers" RENAME COLUMN "fanned" TO "with_search_queries";--> statement-breakpoint
ALTER TABLE "daily_answers" RENAME COLUMN "listed" TO "sources_listed";--> statement-breakpoint
ALTER TABLE "daily_brands" RENAME COLUMN "first" TO "rank_first_count";--> statement-breakpoint
ALTER TABLE "daily_brands" RENAME COLUMN "ranks" TO "rank_histogram";--> statement-breakpoint
ALTER TABLE "daily_domains" RENAME COLUMN "named" TO "mentioned";--> statement-breakpoint
ALTER TABLE "daily_queries" RENAME COLUMN "asked" TO "answers";--> statement-breakpoint
ALTER TABLE "daily_queries" RENAME COLUMN "named" TO "mentioned";--> statement-breakpoint

-- Dashboard: API credentials and brands
ALTER TABLE "api_connections" RENAME TO "service_credentials";--> statement-breakpoint
ALTER TABLE "service_credentials" RENAME COLUMN "api_key" TO "api_key_encrypted";--> statement-breakpoint
ALTER TABLE "service_credentials" RENAME COLUMN "signing_secret" TO "signing_secret_encrypted";--> statement-breakpoint
ALTER TABLE "service_credentials" RENAME COLUMN "receiver_token_hash" TO "webhook_token_hash";--> statement-breakpoint
ALTER TABLE "service_credentials" RENAME COLUMN "receiver_token" TO "webhook_token_encrypted";--> statement-breakpoint
ALTER TABLE "service_credentials" RENAME CONSTRAINT "api_connections_pkey" TO "service_credentials_pkey";--> statement-breakpoint
ALTER INDEX "api_connections_receiver" RENAME TO "service_credentials_webhook_token";--> statement-breakpoint
ALTER TABLE "brands" RENAME COLUMN "near" TO "required_context";--> statement-breakpoint
ALTER TABLE "brands" RENAME COLUMN "never_near" TO "excluded_context";--> statement-breakpoint
ALTER TABLE "brands" RENAME COLUMN "hue" TO "color_index";--> statement-breakpoint

-- Runs
ALTER TABLE "cells" RENAME TO "run_items";--> statement-breakpoint
ALTER TABLE "run_items" RENAME CONSTRAINT "cells_organization_id_run_id_id_pk" TO "run_items_organization_id_run_id_id_pk";--> statement-breakpoint
ALTER TABLE "run_items" RENAME CONSTRAINT "cells_organization_id_run_id_runs_organization_id_id_fk" TO "run_items_organization_id_run_id_runs_organization_id_id_fk";--> statement-breakpoint
ALTER INDEX "cells_open" RENAME TO "run_items_open";--> statement-breakpoint
ALTER INDEX "cells_failed" RENAME TO "run_items_failed";--> statement-breakpoint
ALTER TABLE "run_items" DROP CONSTRAINT "cells_status";--> statement-breakpoint
UPDATE "run_items" SET "status" = 'no_answer' WHERE "status" = 'no-answer';--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_status" CHECK ("run_items"."status" IN ('pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable'));--> statement-breakpoint
ALTER TABLE "runs" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "runs" RENAME COLUMN "ended_at" TO "completed_at";--> statement-breakpoint
ALTER TABLE "runs" RENAME COLUMN "cells" TO "item_count";--> statement-breakpoint
ALTER INDEX "runs_asked" RENAME TO "runs_coverage";--> statement-breakpoint
DROP INDEX "runs_open";--> statement-breakpoint
ALTER TABLE "runs" DROP CONSTRAINT "runs_status";--> statement-breakpoint
UPDATE "runs" SET "status" = 'completed' WHERE "status" = 'ended';--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_status" CHECK ("runs"."status" IN ('sending', 'waiting', 'completed'));--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("status") WHERE "runs"."status" <> 'completed';--> statement-breakpoint
DELETE FROM "schedules" USING "schedules" AS "older" WHERE "schedules"."organization_id" = "older"."organization_id" AND "schedules"."project_id" = "older"."project_id" AND ("schedules"."created_at", "schedules"."id") > ("older"."created_at", "older"."id");--> statement-breakpoint
CREATE UNIQUE INDEX "schedules_project" ON "schedules" USING btree ("organization_id","project_id");--> statement-breakpoint

-- Answers
ALTER TABLE "received_answers" RENAME TO "webhook_inbox";--> statement-breakpoint
ALTER TABLE "webhook_inbox" RENAME COLUMN "via" TO "source";--> statement-breakpoint
ALTER TABLE "webhook_inbox" RENAME COLUMN "problem" TO "error";--> statement-breakpoint
UPDATE "webhook_inbox" SET "source" = 'poll' WHERE "source" = 'sweep';--> statement-breakpoint
ALTER TABLE "webhook_inbox" RENAME CONSTRAINT "received_answers_organization_id_task_id_pk" TO "webhook_inbox_organization_id_task_id_pk";--> statement-breakpoint
ALTER INDEX "received_answers_open" RENAME TO "webhook_inbox_open";--> statement-breakpoint
ALTER TABLE "answers" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "answers" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER INDEX "answers_cell" RENAME TO "answers_by_id";--> statement-breakpoint
UPDATE "answers" SET "status" = 'no_answer' WHERE "status" = 'no-answer';--> statement-breakpoint
ALTER TABLE "answer_sources" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "answer_sources" RENAME COLUMN "address" TO "normalized_url";--> statement-breakpoint
ALTER TABLE "mentions" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "mentions" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
UPDATE "saved_views" SET "query" = replace("query", 'status=no-answer', 'status=no_answer') WHERE "query" LIKE '%status=no-answer%';--> statement-breakpoint

-- Scoring versions
ALTER TABLE "projects" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER TABLE "daily_answers" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER TABLE "daily_brands" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER TABLE "daily_domains" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER TABLE "daily_queries" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER TABLE "rescorings" RENAME TO "rescore_jobs";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "definition" TO "scoring_version";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "shown_brands" TO "published_brands";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "answers" TO "answer_count";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "scored" TO "scored_count";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "scored_at" TO "cursor_requested_at";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "scored_id" TO "cursor_answer_id";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME COLUMN "moved_at" TO "heartbeat_at";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME CONSTRAINT "rescorings_organization_id_project_id_pk" TO "rescore_jobs_organization_id_project_id_pk";--> statement-breakpoint
ALTER TABLE "rescore_jobs" RENAME CONSTRAINT "rescorings_organization_id_project_id_projects_organization_id_id_fk" TO "rescore_jobs_organization_id_project_id_projects_organization_id_id_fk";--> statement-breakpoint
UPDATE "rescore_jobs" SET "published_brands" = (
  SELECT coalesce(jsonb_agg(brand - 'near' - 'neverNear' - 'hue' || jsonb_build_object(
    'requiredContext', brand->'near', 'excludedContext', brand->'neverNear', 'colorIndex', brand->'hue') ORDER BY number), '[]')
  FROM jsonb_array_elements("published_brands") WITH ORDINALITY AS listed (brand, number));--> statement-breakpoint
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT conrelid::regclass AS owner, conname AS name,
      left(replace(replace(conname, 'asked_at', 'requested_at'), 'definition', 'scoring_version'), 63) AS new_name
    FROM pg_constraint
    WHERE contype = 'p' AND connamespace = 'public'::regnamespace AND conname ~ 'asked_at|definition'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', renamed.owner, renamed.name, renamed.new_name);
  END LOOP;
END $$;--> statement-breakpoint

-- Jobs that were renamed
DO $$
BEGIN
  IF to_regclass('pgboss.schedule') IS NOT NULL THEN
    DELETE FROM pgboss.schedule WHERE name IN ('sweep-runs', 'due-schedules');
  END IF;
END $$;
