-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "projects_algorithm" ON "projects" USING btree ("scoring_algorithm");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rescore_jobs_algorithm" ON "rescore_jobs" USING btree ("scoring_algorithm");