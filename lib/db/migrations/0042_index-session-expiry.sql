-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_sessions_expiry" ON "user_sessions" USING btree ("expires_at");
