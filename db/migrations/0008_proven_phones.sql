ALTER TABLE "users" ADD COLUMN "phone_verified_at" timestamp (3) with time zone;--> statement-breakpoint
-- Numbers from before were given by the organization or used for codes already: they stay usable.
UPDATE "users" SET "phone_verified_at" = "created_at" WHERE "phone" IS NOT NULL;
