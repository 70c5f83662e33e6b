CREATE TABLE "organization_branding" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"logo_png" text,
	"accent_color" text,
	"footer" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"filters" text DEFAULT '' NOT NULL,
	"blocks" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"frozen_at" timestamp with time zone,
	"frozen_data" jsonb,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "share_visitors" (
	"organization_id" uuid NOT NULL,
	"share_id" uuid NOT NULL,
	"visitor_hash" "bytea" NOT NULL,
	"wrong_passwords" integer DEFAULT 0 NOT NULL,
	"wrong_since" timestamp with time zone,
	"last_viewed_at" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "share_visitors_organization_id_share_id_visitor_hash_pk" PRIMARY KEY("organization_id","share_id","visitor_hash")
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "report_id" uuid;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "is_one_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "opened_by_hash" "bytea";--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "shows_annotations" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "allows_downloads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "embed_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "view_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "first_viewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "last_viewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organization_branding" ADD CONSTRAINT "organization_branding_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_organization_id_project_id_projects_organization_id_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_organization_id_share_id_shares_organization_id_id_fk" FOREIGN KEY ("organization_id","share_id") REFERENCES "public"."shares"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_project" ON "reports" USING btree ("organization_id","project_id","created_at");--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_organization_id_report_id_reports_organization_id_id_fk" FOREIGN KEY ("organization_id","report_id") REFERENCES "public"."reports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_report" ON "shares" USING btree ("organization_id","report_id");--> statement-breakpoint
-- A link showed the overview with its filters; it now points to a report that shows the same. Links with equal filters share one.
INSERT INTO reports (organization_id, project_id, name, filters, blocks, created_by, created_at, updated_at)
SELECT DISTINCT ON (shares.organization_id, shares.project_id, shares.filters)
  shares.organization_id, shares.project_id, brands.name || ' overview', shares.filters,
  '[{"id": "headline", "kind": "headline"},
    {"id": "visibility", "kind": "visibility-over-time"},
    {"id": "share-of-voice", "kind": "share-of-voice-over-time"},
    {"id": "brands", "kind": "brands"},
    {"id": "engines", "kind": "by-engine"},
    {"id": "countries", "kind": "by-country"},
    {"id": "engines-countries", "kind": "by-engine-and-country"},
    {"id": "sources", "kind": "top-sources"},
    {"id": "answers", "kind": "latest-answers"}]',
  shares.created_by, shares.created_at, shares.created_at
FROM shares
JOIN brands ON brands.organization_id = shares.organization_id AND brands.project_id = shares.project_id
  AND brands.role = 'own'
ORDER BY shares.organization_id, shares.project_id, shares.filters, shares.created_at;--> statement-breakpoint
UPDATE shares SET report_id = reports.id FROM reports
WHERE reports.organization_id = shares.organization_id AND reports.project_id = shares.project_id
  AND reports.filters = shares.filters;--> statement-breakpoint
ALTER TABLE "shares" ALTER COLUMN "report_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" DROP COLUMN "filters";--> statement-breakpoint
ALTER TABLE "shares" DROP COLUMN "wrong_passwords";--> statement-breakpoint
ALTER TABLE "shares" DROP COLUMN "wrong_since";--> statement-breakpoint
SELECT secure_tenant_table('reports');
--> statement-breakpoint
SELECT secure_tenant_table('share_visitors');
--> statement-breakpoint
SELECT secure_tenant_table('organization_branding');
