CREATE TABLE "free_credit_pools" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"available" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_balances" ADD COLUMN "free_credits" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "accepted_by" uuid;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD COLUMN "passkey_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reset_notice" jsonb;--> statement-breakpoint
ALTER TABLE "free_credit_pools" ADD CONSTRAINT "free_credit_pools_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
