ALTER TABLE "answers" ADD COLUMN "has_reported_queries" boolean;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "has_reported_citations" boolean;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD COLUMN "without_reported_queries" integer;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD COLUMN "without_reported_citations" integer;--> statement-breakpoint
ALTER TABLE "daily_domains" ADD COLUMN "listed_without_reported_citations" integer;--> statement-breakpoint
ALTER TABLE "monthly_answers" ADD COLUMN "without_reported_citations" integer;--> statement-breakpoint
ALTER TABLE "monthly_domains" ADD COLUMN "listed_without_reported_citations" integer;--> statement-breakpoint
ALTER TABLE "run_items" ADD COLUMN "error_message" text;