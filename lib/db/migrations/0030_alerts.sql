CREATE TABLE "alert_channels" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"target_encrypted" text NOT NULL,
	"secret_encrypted" text,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"last_sent_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_channels_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "alert_channels_kind" CHECK ("alert_channels"."kind" IN ('email', 'webhook', 'slack'))
);
--> statement-breakpoint
CREATE TABLE "alert_events" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"alert_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"condition" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_events_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "alert_events_kind" CHECK ("alert_events"."kind" IN ('raised', 'cleared'))
);
--> statement-breakpoint
CREATE TABLE "alert_messages" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"channel_id" uuid NOT NULL,
	"notices" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "alert_messages_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "alert_messages_status" CHECK ("alert_messages"."status" IN ('pending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"condition" jsonb NOT NULL,
	"query" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'cleared' NOT NULL,
	"state_since" timestamp with time zone NOT NULL,
	"memory" jsonb NOT NULL,
	"obstacle" text,
	"evaluated_day" date,
	"evaluate_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "alerts_state" CHECK ("alerts"."state" IN ('cleared', 'pending', 'alerting', 'recovering'))
);
--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_events" ADD CONSTRAINT "alert_events_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_organization_id_channel_id_alert_channels_organization_id_id_fk" FOREIGN KEY ("organization_id","channel_id") REFERENCES "public"."alert_channels"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_channels_project" ON "alert_channels" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "alert_events_recent" ON "alert_events" USING btree ("organization_id","project_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "alert_messages_due" ON "alert_messages" USING btree ("next_attempt_at") WHERE "alert_messages"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "alert_messages_channel" ON "alert_messages" USING btree ("organization_id","channel_id");--> statement-breakpoint
CREATE INDEX "alerts_project" ON "alerts" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("evaluate_at") WHERE "alerts"."evaluate_at" IS NOT NULL;
--> statement-breakpoint
SELECT secure_tenant_table('alerts');
--> statement-breakpoint
SELECT secure_tenant_table('alert_events');
--> statement-breakpoint
SELECT secure_tenant_table('alert_channels');
--> statement-breakpoint
SELECT secure_tenant_table('alert_messages');
