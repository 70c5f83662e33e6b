CREATE TABLE "noise_fits" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer NOT NULL,
	"days" text NOT NULL,
	"metric" text NOT NULL,
	"last_day" date NOT NULL,
	"noise" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "noise_fits_key" PRIMARY KEY("organization_id","project_id","scoring_version","days","metric")
);
--> statement-breakpoint
SELECT secure_tenant_table('noise_fits');
