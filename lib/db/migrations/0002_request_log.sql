CREATE TABLE "requests" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"credits_charged" integer NOT NULL,
	"latency_ms" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "requests_organization_id_received_at_id_pk" PRIMARY KEY("organization_id","received_at","id")
);
--> statement-breakpoint
CREATE INDEX "requests_age" ON "requests" USING brin ("received_at");--> statement-breakpoint
ALTER TABLE "requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "requests" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "requests" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);
