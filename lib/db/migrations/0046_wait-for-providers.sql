ALTER TABLE "circuit_breakers" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "provider_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "max_wait_seconds" integer DEFAULT 300 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "waiting_since" timestamp with time zone;