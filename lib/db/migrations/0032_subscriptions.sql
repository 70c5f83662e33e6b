CREATE TABLE "email_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"content_encrypted" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "print_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"query" text NOT NULL,
	"shows_annotations" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_recipients" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_recipients_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"cadence" text NOT NULL,
	"time_zone" text NOT NULL,
	"minute_of_day" integer NOT NULL,
	"weekday" integer NOT NULL,
	"day_of_month" integer NOT NULL,
	"attachment" text NOT NULL,
	"skips_unchanged" boolean NOT NULL,
	"next_due_at" timestamp with time zone,
	"last_run_at" timestamp with time zone,
	"last_outcome" text,
	"last_problem" text,
	"fingerprint" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_subscriptions_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "report_subscriptions_minute" CHECK ("report_subscriptions"."minute_of_day" BETWEEN 0 AND 1439),
	CONSTRAINT "report_subscriptions_day" CHECK ("report_subscriptions"."day_of_month" BETWEEN 1 AND 31)
);
--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "attachment_id" uuid;--> statement-breakpoint
ALTER TABLE "email_attachments" ADD CONSTRAINT "email_attachments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_tokens" ADD CONSTRAINT "print_tokens_organization_id_report_id_reports_organization_id_id_fk" FOREIGN KEY ("organization_id","report_id") REFERENCES "public"."reports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_organization_id_subscription_id_report_subscriptions_organization_id_id_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."report_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_organization_id_report_id_reports_organization_id_id_fk" FOREIGN KEY ("organization_id","report_id") REFERENCES "public"."reports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_attachments_organization" ON "email_attachments" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "email_attachments_expiry" ON "email_attachments" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_recipients_email" ON "report_recipients" USING btree ("organization_id","subscription_id","email");--> statement-breakpoint
CREATE INDEX "report_subscriptions_report" ON "report_subscriptions" USING btree ("organization_id","report_id");--> statement-breakpoint
CREATE INDEX "report_subscriptions_due" ON "report_subscriptions" USING btree ("next_due_at") WHERE next_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_attachment_id_email_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."email_attachments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_attachment" ON "emails" USING btree ("attachment_id") WHERE attachment_id IS NOT NULL;--> statement-breakpoint
SELECT secure_tenant_table('email_attachments');
--> statement-breakpoint
SELECT secure_tenant_table('print_tokens');
--> statement-breakpoint
SELECT secure_tenant_table('report_subscriptions');
--> statement-breakpoint
SELECT secure_tenant_table('report_recipients');
