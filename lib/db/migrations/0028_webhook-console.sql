CREATE TABLE "webhook_endpoint_stats" (
	"organization_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"not_sent" integer NOT NULL,
	"latency_histogram" integer[] NOT NULL,
	CONSTRAINT "webhook_endpoint_stats_organization_id_endpoint_id_hour_pk" PRIMARY KEY("organization_id","endpoint_id","hour")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failing_days" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp with time zone,
	"notice_closed_at" timestamp with time zone,
	CONSTRAINT "webhook_endpoints_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_status";--> statement-breakpoint
DROP INDEX "deliveries_recent";--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "previous_signing_secret_encrypted" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "previous_signing_secret_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "endpoint_id" uuid GENERATED ALWAYS AS (md5(split_part(split_part(url, '#', 1), '?', 1))::uuid) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "request_headers" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "response_headers" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "response_body" text;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "response_truncated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_disabled" ON "webhook_endpoints" USING btree ("organization_id") WHERE "webhook_endpoints"."disabled_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("organization_id","endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_task" ON "deliveries" USING btree ("organization_id","task_id");--> statement-breakpoint
CREATE INDEX "deliveries_undelivered" ON "deliveries" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "deliveries"."status" IN ('failed', 'not_sent');--> statement-breakpoint
CREATE INDEX "deliveries_recent" ON "deliveries" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" IN ('pending', 'delivered', 'failed', 'not_sent'));
--> statement-breakpoint
SELECT secure_tenant_table('webhook_endpoints');
--> statement-breakpoint
SELECT secure_tenant_table('webhook_endpoint_stats');
