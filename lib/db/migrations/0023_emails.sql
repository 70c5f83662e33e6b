CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content_encrypted" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "emails_status" CHECK ("emails"."status" IN ('pending', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "emails_expiry" ON "emails" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "emails_organization" ON "emails" USING btree ("organization_id");--> statement-breakpoint
SELECT secure_tenant_table('emails');
--> statement-breakpoint
-- Pages may queue emails about accounts, but not read them.
CREATE POLICY account ON "emails" FOR INSERT WITH CHECK (organization_id IS NULL);
