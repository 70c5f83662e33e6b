-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "organizations_previous_secret" ON "organizations" USING btree ("previous_signing_secret_expires_at") WHERE "organizations"."previous_signing_secret_expires_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "projects_name" ON "projects" USING btree ("name");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_completed" ON "deliveries" USING btree ("completed_at") WHERE "deliveries"."status" <> 'pending';