ALTER TABLE "signing_keys" ALTER COLUMN "private_jwk_encrypted" DROP NOT NULL;--> statement-breakpoint
-- Apps from before this migration keep EdDSA, which was the only algorithm. New apps have RS256.
ALTER TABLE "apps" ADD COLUMN "signing_algorithm" text DEFAULT 'EdDSA' NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ALTER COLUMN "signing_algorithm" SET DEFAULT 'RS256';--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "signs_from" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "signing_keys" SET "signs_from" = "created_at";--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "revoked_at" timestamp (3) with time zone;
