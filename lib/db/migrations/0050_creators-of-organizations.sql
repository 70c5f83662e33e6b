-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "organizations_creator" ON "organizations" USING btree ("created_by") WHERE "organizations"."created_by" IS NOT NULL;--> statement-breakpoint
-- The audit log knows who created an organization.
-- batches
UPDATE "organizations" SET created_by = (
  SELECT actor_id FROM audit_log
  WHERE audit_log.organization_id = organizations.id AND action = 'organization.created' AND actor_kind = 'member'
  LIMIT 1)
WHERE created_by IS NULL AND EXISTS (
  SELECT FROM audit_log JOIN users ON users.id = actor_id
  WHERE audit_log.organization_id = organizations.id AND action = 'organization.created' AND actor_kind = 'member');--> statement-breakpoint
-- From the next month on, the free organizations of a user share the free credits of one. The oldest get the remainder.
-- batches
UPDATE "credit_balances" SET free_credits = (
  SELECT 500 / sharing.total + CASE WHEN sharing.position <= 500 % sharing.total THEN 1 ELSE 0 END
  FROM (
    SELECT id, count(*) OVER () AS total, row_number() OVER (ORDER BY created_at, id) AS position
    FROM organizations
    WHERE plan = 'free' AND deletion_started_at IS NULL AND created_by = (
      SELECT created_by FROM organizations own WHERE own.id = credit_balances.organization_id)
  ) sharing
  WHERE sharing.id = credit_balances.organization_id)
WHERE free_credits IS NULL AND EXISTS (
  SELECT FROM organizations
  WHERE organizations.id = credit_balances.organization_id AND plan = 'free' AND created_by IS NOT NULL
    AND deletion_started_at IS NULL);--> statement-breakpoint
-- Joining with an invitation stores the same time in both tables.
-- batches
UPDATE "invitations" SET accepted_by = (
  SELECT user_id FROM memberships
  WHERE memberships.organization_id = invitations.organization_id AND memberships.created_at = invitations.accepted_at
    AND user_id <> created_by
  LIMIT 1)
WHERE accepted_by IS NULL AND accepted_at IS NOT NULL AND EXISTS (
  SELECT FROM memberships
  WHERE memberships.organization_id = invitations.organization_id AND memberships.created_at = invitations.accepted_at
    AND user_id <> created_by);
