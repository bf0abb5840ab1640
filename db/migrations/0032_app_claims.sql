ALTER TABLE "apis" ADD COLUMN "claims" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "claims" jsonb DEFAULT '[]'::jsonb NOT NULL;