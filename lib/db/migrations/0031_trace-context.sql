ALTER TABLE "webhook_inbox" ADD COLUMN "trace_parent" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "trace_parent" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "trace_parent" text;