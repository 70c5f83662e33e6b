-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_inbox_waiting" ON "webhook_inbox" USING btree ("organization_id","received_at") WHERE "webhook_inbox"."ingested_at" IS NULL;
