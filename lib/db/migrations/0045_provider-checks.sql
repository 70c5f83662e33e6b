CREATE TABLE "provider_checks" (
	"provider" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"engine" text,
	"checked_at" timestamp with time zone,
	"status" text,
	"error_kind" text,
	"error" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shape" jsonb,
	"passed_at" timestamp with time zone,
	CONSTRAINT "provider_checks_status" CHECK ("provider_checks"."status" IN ('passed', 'failed'))
);
