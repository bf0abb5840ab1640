ALTER TABLE "apps" ADD COLUMN "client_certificates" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "client_certificate_subject" text;