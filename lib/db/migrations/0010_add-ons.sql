ALTER TABLE "runs" ADD COLUMN "add_ons" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "add_ons" boolean DEFAULT false NOT NULL;