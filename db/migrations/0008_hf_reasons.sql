ALTER TABLE "devices" ADD COLUMN "wait_reason" text;--> statement-breakpoint
ALTER TABLE "mfa_reset_requests" ADD COLUMN "reason" text;