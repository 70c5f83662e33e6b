ALTER TABLE "api_keys" ADD COLUMN "kind" text DEFAULT 'member' NOT NULL;--> statement-breakpoint
-- The dashboard's keys are those with the settings that it creates them with, in organizations that it has access to.
-- Small table: organizations have few keys, of which one or two are the dashboard's.
UPDATE "api_keys" SET kind = 'dashboard'
WHERE name = 'Dashboard' AND expires_at IS NULL AND scopes IS NULL AND allowed_ips = '{}' AND EXISTS (
  SELECT FROM service_credentials WHERE service_credentials.organization_id = api_keys.organization_id);
