-- Standard names for tables, columns, constraints and indexes. Data stays as it is, except for one kind of ledger entry.

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
ALTER TABLE "provider_stats_hourly" RENAME CONSTRAINT "engine_figures_organization_id_hour_provider_engine_pk" TO "provider_stats_hourly_organization_id_hour_provider_engine_pk";
