ALTER TABLE "prompts" ALTER COLUMN "language" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "prompts" ALTER COLUMN "language" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "is_language_set" boolean;--> statement-breakpoint
-- Small table: people write prompts, and a million of them are indexed within a second or two.
CREATE INDEX "prompts_undetected" ON "prompts" USING btree ("organization_id","id") WHERE "prompts"."is_language_set" IS NULL;