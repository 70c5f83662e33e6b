CREATE TABLE "sentence_labels" (
	"organization_id" uuid NOT NULL,
	"sentence_id" uuid NOT NULL,
	"classifier" text NOT NULL,
	"language" text NOT NULL,
	"sentiment" text NOT NULL,
	"labeled_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sentence_labels_organization_id_sentence_id_pk" PRIMARY KEY("organization_id","sentence_id"),
	CONSTRAINT "sentence_labels_sentiment" CHECK ("sentence_labels"."sentiment" IN ('positive', 'neutral', 'negative'))
);
--> statement-breakpoint
SELECT secure_tenant_table('sentence_labels');
