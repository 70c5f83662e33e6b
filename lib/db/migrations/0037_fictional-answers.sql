ALTER TABLE "daily_answers" ADD COLUMN "fictional_answers" integer;--> statement-breakpoint
ALTER TABLE "monthly_answers" ADD COLUMN "fictional_answers" integer;