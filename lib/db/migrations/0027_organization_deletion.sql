ALTER TABLE "invitations" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deletes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deletion_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task_queue_stats" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "organizations_deletion" ON "organizations" USING btree ("deletes_at") WHERE "organizations"."deletes_at" IS NOT NULL;--> statement-breakpoint
-- The entries of an organization whose deletion has begun are deleted with it; all others stay as they are.
CREATE OR REPLACE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM organizations WHERE id = OLD.organization_id AND deletion_started_at IS NOT NULL
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit log cannot be changed.';
END $$;
--> statement-breakpoint
-- A safeguard in addition to the checks of the service: every organization keeps at least one owner.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  -- Locked first, so that parallel removals are judged one after the other. A deleted organization needs no owner.
  PERFORM FROM organizations WHERE id = OLD.organization_id AND deletion_started_at IS NULL FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (
    SELECT FROM memberships WHERE organization_id = OLD.organization_id AND role = 'owner'
  ) THEN
    RAISE EXCEPTION 'The organization % needs an owner.', OLD.organization_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_keep_an_owner AFTER UPDATE OR DELETE ON "memberships"
FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION keep_an_owner();
