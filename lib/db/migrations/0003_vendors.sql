CREATE TABLE "engine_figures" (
	"organization_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"engine" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	"transient" integer NOT NULL,
	"permanent" integer NOT NULL,
	"quota" integer NOT NULL,
	"waits" integer NOT NULL,
	"waited_ms" bigint NOT NULL,
	"latencies" integer[] NOT NULL,
	"latency_ms" bigint NOT NULL,
	"tokens" bigint NOT NULL,
	"cost" numeric NOT NULL,
	"currency" text,
	CONSTRAINT "engine_figures_organization_id_hour_provider_engine_pk" PRIMARY KEY("organization_id","hour","provider","engine")
);
--> statement-breakpoint
CREATE TABLE "vendor_circuits" (
	"organization_id" uuid NOT NULL,
	"vendor" text NOT NULL,
	"key_mark" text NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"failed_probes" integer DEFAULT 0 NOT NULL,
	"probe_at" timestamp with time zone NOT NULL,
	CONSTRAINT "vendor_circuits_organization_id_vendor_key_mark_pk" PRIMARY KEY("organization_id","vendor","key_mark")
);
--> statement-breakpoint
CREATE TABLE "vendor_keys" (
	"organization_id" uuid NOT NULL,
	"vendor" text NOT NULL,
	"sealed" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_keys_organization_id_vendor_pk" PRIMARY KEY("organization_id","vendor")
);
--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "cost" numeric;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "tokens" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "cost" numeric;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "tokens" integer;--> statement-breakpoint
CREATE INDEX "tasks_queue_engine" ON "tasks" USING btree ("organization_id","engine","priority" DESC NULLS LAST,"sequence") WHERE "tasks"."status" = 'QUEUED';--> statement-breakpoint
ALTER TABLE "engine_figures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "engine_figures" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "engine_figures" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "vendor_circuits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "vendor_circuits" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "vendor_circuits" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);--> statement-breakpoint
ALTER TABLE "vendor_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "vendor_keys" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "vendor_keys" USING (coalesce(nullif(current_setting('app.organization', true), ''), organization_id::text) = organization_id::text);
