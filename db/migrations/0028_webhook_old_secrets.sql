ALTER TABLE "webhooks" ADD COLUMN "old_secret_sealed" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "old_secret_expires_at" timestamp (3) with time zone;