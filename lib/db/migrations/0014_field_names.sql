ALTER TABLE experiments RENAME COLUMN what TO description;
--> statement-breakpoint
ALTER TABLE saved_views RENAME COLUMN screen TO page;
--> statement-breakpoint
ALTER TABLE api_keys RENAME COLUMN hint TO last_four;
--> statement-breakpoint
ALTER TABLE provider_keys RENAME COLUMN hint TO last_four;
