ALTER TABLE "daily_answers" ALTER COLUMN "fictional" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "provider" text;