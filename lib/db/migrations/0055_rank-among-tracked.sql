ALTER TABLE "mentions" ALTER COLUMN "rank" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_answers" ADD COLUMN "without_structure" integer;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "ranked" integer;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "rank_square_sum" integer;--> statement-breakpoint
ALTER TABLE "daily_brands" ADD COLUMN "tracked_rank_sum" integer;--> statement-breakpoint
ALTER TABLE "mentions" ADD COLUMN "tracked_rank" integer;--> statement-breakpoint
ALTER TABLE "monthly_brands" ADD COLUMN "ranked" integer;--> statement-breakpoint
ALTER TABLE "monthly_brands" ADD COLUMN "rank_square_sum" integer;--> statement-breakpoint
ALTER TABLE "monthly_brands" ADD COLUMN "tracked_rank_sum" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "scoring_algorithm" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "rescore_jobs" ADD COLUMN "scoring_algorithm" integer DEFAULT 1 NOT NULL;