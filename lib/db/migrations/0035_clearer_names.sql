-- One word per concept: errors are called errors, and what evaluations of alerts store is named for what it is.
ALTER TABLE "alerts" RENAME COLUMN "memory" TO "evaluation_data";--> statement-breakpoint
ALTER TABLE "alerts" RENAME COLUMN "obstacle" TO "unknown_reason";--> statement-breakpoint
ALTER TABLE "runs" RENAME COLUMN "problem" TO "error";--> statement-breakpoint
ALTER TABLE "report_subscriptions" RENAME COLUMN "last_problem" TO "last_error";
