ALTER TABLE "invitations" ADD COLUMN "inviter_user_id" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "inviter_client_id" text COLLATE "C";