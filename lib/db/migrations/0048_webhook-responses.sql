-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "delivery_attempts_responses" ON "delivery_attempts" USING btree ("organization_id","started_at") WHERE "delivery_attempts"."response_headers" IS NOT NULL;
