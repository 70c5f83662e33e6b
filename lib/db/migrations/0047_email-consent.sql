CREATE TABLE "email_suppressions" (
	"organization_id" uuid NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_suppressions_organization_id_address_hash_pk" PRIMARY KEY("organization_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "alert_channels" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_suppressions" ADD CONSTRAINT "email_suppressions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
SELECT secure_tenant_table('email_suppressions');--> statement-breakpoint
INSERT INTO "email_suppressions" ("organization_id", "address_hash")
SELECT "organization_id", sha256(convert_to("organization_id" || ':' || lower("email"), 'UTF8'))
FROM "report_recipients" WHERE "unsubscribed_at" IS NOT NULL
ON CONFLICT DO NOTHING;
